"""The rules of the table: pure values and functions, standard library only."""
