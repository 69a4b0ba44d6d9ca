"""A short `.mat` file, and what it comes to."""

MAT = """ 0 point match

 Game 1
 Anna : 0                       Béla : 0
  1)                             42: 8/4 6/4
  2) 32: 24/22 13/10              Doubles => 2
  3)  Drops                       Wins 1 point

 Game 2
 Anna : 0                       Béla : 1
  1) 31: 8/5 6/5                 64: 24/18 13/9
  2)  Doubles => 2                Takes
  3) 31: 24/23 24/21
      Wins 4 points
"""
"""Béla wins a point by a drop, then Anna four by a resignation."""

ROLLED = (
    {"do": "roll", "by": "Anna", "dice": [3, 1]},
    {"do": "play", "by": "Anna", "moves": "8/5 6/5"},
    {"do": "roll", "by": "Béla", "dice": [6, 4]},
)
