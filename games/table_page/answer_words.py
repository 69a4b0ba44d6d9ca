"""Answers to a cube as the sheet tells them: each act a whole sentence, with and without the cube's value."""

from collections.abc import Callable

from django.utils.translation import ngettext

from games.rules import actions as a
from games.rules.cubes import Seat

Answer = a.Take | a.Drop | a.Beaver | a.Accept | a.Refuse | a.Raccoon | a.Otter


def answer_told(action: Answer, many: Callable[[tuple[Seat, ...]], str]) -> str:
    """Return one answer as a sentence; `many` puts several seats into words."""
    count, who = len(action.by), many(action.by)
    if action.to and action.to != action.by:
        pattern = _to_others_pattern(action, count)
        return pattern.format(who=who, value=action.value, names=many(action.to))
    pattern = _value_pattern(action, count) if action.value else _plain_pattern(action, count)
    return pattern.format(who=who, value=action.value)


def _plain_pattern(action: Answer, count: int) -> str:
    match action:
        case a.Take():
            return ngettext("{who} takes", "{who} take", count)
        case a.Drop():
            return ngettext("{who} drops", "{who} drop", count)
        case a.Beaver():
            return ngettext("{who} beavers", "{who} beaver", count)
        case a.Accept():
            return ngettext("{who} accepts", "{who} accept", count)
        case a.Refuse():
            return ngettext("{who} refuses", "{who} refuse", count)
        case a.Raccoon():
            return ngettext("{who} raccoons", "{who} raccoon", count)
        case a.Otter():
            return ngettext("{who} turns once more", "{who} turn once more", count)


def _value_pattern(action: Answer, count: int) -> str:
    match action:
        case a.Take():
            return ngettext("{who} takes {value}", "{who} take {value}", count)
        case a.Drop():
            return ngettext("{who} drops {value}", "{who} drop {value}", count)
        case a.Beaver():
            return ngettext("{who} beavers {value}", "{who} beaver {value}", count)
        case a.Accept():
            return ngettext("{who} accepts {value}", "{who} accept {value}", count)
        case a.Refuse():
            return ngettext("{who} refuses {value}", "{who} refuse {value}", count)
        case a.Raccoon():
            return ngettext("{who} raccoons {value}", "{who} raccoon {value}", count)
        case a.Otter():
            return ngettext("{who} turns once more {value}", "{who} turn once more {value}", count)


def _to_others_pattern(action: Answer, count: int) -> str:
    return _value_names_pattern(action, count) if action.value else _names_pattern(action, count)


def _value_names_pattern(action: Answer, count: int) -> str:
    match action:
        case a.Take():
            return ngettext("{who} takes {value} from {names}", "{who} take {value} from {names}", count)
        case a.Drop():
            return ngettext("{who} drops {value} to {names}", "{who} drop {value} to {names}", count)
        case a.Beaver():
            return ngettext("{who} beavers {value}, asked by {names}", "{who} beaver {value}, asked by {names}", count)
        case a.Accept():
            return ngettext("{who} accepts {value} from {names}", "{who} accept {value} from {names}", count)
        case a.Refuse():
            return ngettext("{who} refuses {value} to {names}", "{who} refuse {value} to {names}", count)
        case a.Raccoon():
            return ngettext("{who} raccoons {value} to {names}", "{who} raccoon {value} to {names}", count)
        case a.Otter():
            return ngettext(
                "{who} turns once more {value} to {names}", "{who} turn once more {value} to {names}", count
            )


def _names_pattern(action: Answer, count: int) -> str:
    match action:
        case a.Take():
            return ngettext("{who} takes from {names}", "{who} take from {names}", count)
        case a.Drop():
            return ngettext("{who} drops to {names}", "{who} drop to {names}", count)
        case a.Beaver():
            return ngettext("{who} beavers, asked by {names}", "{who} beaver, asked by {names}", count)
        case a.Accept():
            return ngettext("{who} accepts from {names}", "{who} accept from {names}", count)
        case a.Refuse():
            return ngettext("{who} refuses to {names}", "{who} refuse to {names}", count)
        case a.Raccoon():
            return ngettext("{who} raccoons to {names}", "{who} raccoon to {names}", count)
        case a.Otter():
            return ngettext("{who} turns once more to {names}", "{who} turn once more to {names}", count)
