"""The version, alone in a file that imports nothing."""

VERSION = "0.1.0"
