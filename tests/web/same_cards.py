"""`lasttrick` whose tables all draw from one secret: the same decisions always meet the same cards and bots."""

from lasttrick.cli import main
from lasttrick.server import fair

fair.new_secret = lambda: "last trick, the same cards every time"

if __name__ == "__main__":
    main()
