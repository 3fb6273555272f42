"""`python -m tests.stress.limited BYTES …`: the command line where no file may grow beyond so many bytes."""

from __future__ import annotations

import resource
import sys

from app.cli import main

if __name__ == "__main__":
    most = int(sys.argv.pop(1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    main()
