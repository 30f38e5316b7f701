"""`python -m nullfenster ARGUMENTS` is `nullfenster ARGUMENTS`."""

from . import main

main()
