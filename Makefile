# `make run` serves, `make test` checks everything; both do all the set-up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What is installed is compiled on all cores: pip has one at work. Some packages hold files that no Python compiles.
COMPILE = $(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true

run: $(VENV)/.run
	$(BIN)/python -m app.cli serve $(ARGS)

# Tests start many Python programs: what these are compiled to is kept, on machines too that keep none.
test: $(VENV)/.dev
	$(MAKE) --no-print-directory -j 2 looked-over compiled
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

looked-over: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell

# Once, and not by every worker at the same time; what is wrong the tests themselves tell.
compiled: $(VENV)/.dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -q >/dev/null 2>&1 || true

fuzz: $(VENV)/.run
	$(BIN)/python -m app.cli table fuzz $(ARGS)

# The attacks of docs/reliability.md at their full length, on loopback (ARGS="kills load" does some of them).
hard: $(VENV)/.dev
	$(BIN)/python -m tests.stress $(ARGS)

# ARGS=many-tables: many tables at one and two servers alone.
bench: $(VENV)/.dev
	$(BIN)/python tests/bench/bench.py $(ARGS)

# One cell of docs/hosting/capacity.md in small: PostgreSQL, two servers, TABLES × 4 phones (ARGS=--write keeps the figures).
TABLES ?= 100
simulate: $(VENV)/.dev
	$(BIN)/python tests/bench/simulate.py $(TABLES) $(ARGS)

pictures: $(VENV)/.dev
	$(BIN)/python docs/pictures.py

# The first sheet of each product as a picture, for docs/printing.md.
contact-sheet: $(VENV)/.dev
	$(BIN)/python -m docs.contact_sheet

# The fonts and icons of the print shop, fetched anew with npm and cut to what it needs.
vendored: $(VENV)/.dev
	$(BIN)/python -m docs.vendored

# What the program is made of, looked over: files of others, pins, licences, the bill of materials, and by PyPI known faults
# (ARGS=--offline leaves these out, ARGS=--write writes checksums and bill anew).
audit: $(VENV)/.dev
	$(if $(findstring --offline,$(ARGS)),,$(BIN)/python -m pip install -q pip-audit)
	$(BIN)/python -m docs.supply $(ARGS)

# How many taps the commonest actions take, beside their goals: docs/taps.md.
taps: $(VENV)/.dev
	$(BIN)/python -m tests.tap_counts $(ARGS)

# After a correction of rules or words: recorded tables are kept as they play now, and what has changed is told
# (tests/golden_tables.py; ARGS="-k twitcher" for some of them).
recorded: $(VENV)/.dev
	$(BIN)/python -m pytest tests/test_recorded_tables.py --keep-recorded $(ARGS)

# The first mission of each game, whole, by a player who gets nothing but the accessibility tree.
by-ear: $(VENV)/.dev
	$(BIN)/python -m tests.tap_counts.by_ear $(ARGS)

# After a change of a card's value or of a piece: the tables of docs/balance.md and docs/scenarios.md.
balance: $(VENV)/.run
	$(BIN)/python -m docs.balance
	$(BIN)/python -m docs.pieces --write

# After a change of how the app plays the Brain: the table of docs/brain.md, by so many battles of each mission and temper.
GAMES ?= 1000
brain-bench: $(VENV)/.dev
	$(BIN)/python -m tests.mobile_infantry.brain_figures $(GAMES) $(ARGS)

# After a change of how the app plays a side of Memoir '44: the tables of docs/opponent.md, by so many battles a pairing.
opponents: GAMES = 400
opponents: $(VENV)/.dev
	$(BIN)/python -m tests.memoir_44.opponent_figures $(GAMES)

solo: GAMES = 200
solo: $(VENV)/.dev
	$(BIN)/python -m tests.incursion.solo_figures $(GAMES)

# After a change of prose in templates: extract it, bring the catalogue up to date, compile it.
words: $(VENV)/.dev
	for place in app $(wildcard app/games/*/locale/..); do \
	    from=$$place/templates; [ $$place = app ] && from=templates; \
	    $(BIN)/pybabel -q extract -F app/locale/babel.cfg --no-location --omit-header -o $$place/locale/messages.pot $$from && \
	    $(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -i $$place/locale/messages.pot -d $$place/locale && \
	    $(BIN)/pybabel -q compile -d $$place/locale && rm $$place/locale/messages.pot || exit 1; \
	done

# After a change of dependencies in pyproject.toml: pin them anew, with hashes and without addresses.
pins: $(VENV)/.dev
	$(BIN)/python -m pip install -q pip-tools
	$(BIN)/pip-compile -q --strip-extras --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --upgrade -o requirements.txt pyproject.toml
	$(BIN)/pip-compile -q --strip-extras --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --upgrade --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	$(BIN)/pip-compile -q --strip-extras --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --extra postgresql -c requirements.txt -c requirements-dev.txt -o requirements-postgresql.txt pyproject.toml

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --no-compile --no-deps --require-hashes -r requirements.txt
	$(COMPILE)
	touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --no-compile --no-deps --require-hashes -r requirements-dev.txt
	$(COMPILE)
	touch $@ $(VENV)/.run

.PHONY: run test looked-over compiled fuzz hard bench simulate pictures contact-sheet vendored audit taps recorded by-ear balance brain-bench opponents solo words pins
