"""A book written for other programs: CSV, beancount, hledger and JSON.

Every writer takes a `Book` and its entries in order, and yields text piece by piece: it holds one entry at a time.
"""
