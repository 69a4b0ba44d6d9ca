"""The board: positions, plays and their notation, for backgammon and long nard. Pure: the standard library only."""
