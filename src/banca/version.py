"""The version of the program: the one place where it is written, for the package's metadata too."""

VERSION = "1.0.0"
