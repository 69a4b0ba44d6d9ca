"""How fast it is, as ratios to named references measured in the same run: `make bench`."""
