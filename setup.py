"""What is packed: every package that there is (so each game finds its way by itself), templates and static beside."""

from setuptools import find_packages, setup

BESIDE = {"app.templates": "templates", "app.static": "static"}

setup(packages=[*find_packages(include=["app*", "printables*"]), *BESIDE], package_dir=BESIDE)
