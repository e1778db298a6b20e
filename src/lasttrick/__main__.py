"""`python -m lasttrick` is the command `lasttrick`."""

from lasttrick.cli import main

main()
