"""Networks that have learned a game by playing it: one glance at a view gives an action and everybody's chances.

`net` evaluates them inside compiled code, `play` lets them play whole matches there, `weights` reads and writes their
files, and `bot` seats one at a table. They are made by `lasttrick.lab.training`.
"""
