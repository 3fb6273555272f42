"""`python -m app.cli`: the same as `adjutant`."""

from app.cli import main

if __name__ == "__main__":
    main()
