"""The Trick To Survival, thought about part by part; `bots.trick_to_survival` puts the parts together."""
