"""The lab: what comes out when many matches are played."""
