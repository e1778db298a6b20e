"""What a decision was worth: from what a seat could know, the chance to win of each of its actions, with an interval.

One mechanism for reports, reviews, coaches and puzzles. Values are results of play-outs in worlds that fit the view,
all seats played on by the same reference bot; nobody else computes a chance.
"""
