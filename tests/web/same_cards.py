"""`lasttrick` whose tables all draw from one secret: the same decisions always meet the same cards and bots.

Its reviewer gives way to nobody and looks at few worlds: a test waits for it. What it finds is kept here alone.
"""

import hashlib
import sys
import tempfile
from pathlib import Path

from lasttrick.cli import main
from lasttrick.server import fair, reviews

SECRET = hashlib.sha256(b"last trick, the same cards every time").hexdigest()
fair.new_secret = lambda: SECRET
AT_ONCE = """
from lasttrick.appraisal import review
from lasttrick.server import reviewer
review.STAGES = review.Budget(256, 0.02)
reviewer.give_way = int
reviewer.main()
"""
reviews.COMMAND = (sys.executable, "-c", AT_ONCE)

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        reviews.cache_root = lambda: Path(folder)
        main()
