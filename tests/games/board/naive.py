"""A generator that shares no code with the product: lists of numbers, every order of dice, no thought of speed.

A board is points 1 to 24 in the mover's numbers at 1 to 24, his bar at 25, his borne-off checkers at 0, the other's
checkers below zero, and the other's bar at 26.
"""


def backgammon(board, dice):
    """Return the set of boards, as tuples, after every whole turn."""
    return _turns(board, dice, lambda start, now, source, die: _backgammon_step(now, source, die))


def long_nard(board, dice, from_head):
    """Return the same for long nard, where so many checkers may leave the head."""

    def step(start, now, source, die):
        return _nard_step(start, now, source, die, from_head)

    return _turns(board, dice, step)


def _turns(board, dice, step):
    one, two = dice
    orders = [[one] * 4] if one == two else [[one, two], [two, one]]
    ends = {}
    for order in orders:
        for used, after in _played(board, board, order, step):
            ends.setdefault(used, set()).add(after)
    longest = max(len(used) for used in ends)
    best = {used: boards for used, boards in ends.items() if len(used) == longest}
    if longest == 1 and one != two and (max(dice),) in best:
        best = {(max(dice),): best[(max(dice),)]}
    return set().union(*best.values())


def _played(start, board, dice, step):
    """Yield (dice used, board) for every way to go on until no die of this order can be played."""
    stuck = True
    if dice:
        for source in range(1, 26):
            after = step(start, board, source, dice[0])
            if after is not None:
                stuck = False
                for used, end in _played(start, after, dice[1:], step):
                    yield (dice[0], *used), end
    if stuck:
        yield (), tuple(board)


def _backgammon_step(board, source, die):
    if board[source] < 1 or (board[25] and source != 25):
        return None
    target = source - die
    if target < 1:
        return _borne_off(board, source, die)
    if board[target] < -1:
        return None
    after = list(board)
    after[source] -= 1
    if after[target] == -1:
        after[target] = 0
        after[26] += 1
    after[target] += 1
    return after


def _nard_step(start, board, source, die, from_head):
    if source == 25 or board[source] < 1 or (source == 24 and start[24] - board[24] >= from_head):
        return None
    target = source - die
    if target < 1:
        return _borne_off(board, source, die)
    if board[target] < 0:
        return None
    after = list(board)
    after[source] -= 1
    after[target] += 1
    return None if _blocks(after) and not _blocks(start) else after


def _borne_off(board, source, die):
    if any(board[place] > 0 for place in range(7, 26)):
        return None
    if source < die and any(board[place] > 0 for place in range(source + 1, 7)):
        return None
    after = list(board)
    after[source] -= 1
    after[0] += 1
    return after


def _blocks(board):
    """Whether six of the mover's points in a row, on the other's road, have none of the other's ahead."""
    road = [board[(theirs + 11) % 24 + 1] for theirs in range(1, 25)]
    return any(
        all(count > 0 for count in road[first : first + 6]) and not any(count < 0 for count in road[:first])
        for first in range(19)
    )
