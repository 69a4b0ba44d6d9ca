"""The parts of docs/rules.md that the book of the house rules writes: settings, presets and codes, in English."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from games.rules.errors import shown
from games.rules.rule_behind import TITLES, TOPICS, Topic
from games.rules.rule_book import BOOK, GROUPS, Amounts, Group, Numbers, Setting
from games.rules.rule_book.presets import PRESET_BOOK, Preset
from games.rules.sentences import SENTENCES
from games.rules.settings import FIXED, SETTINGS_OF, Json, Kind
from games.rules.settings_reader import read_rules

MARKED: Final = re.compile(r"(?P<begin><!-- rule_book: (?P<part>\w+) -->\n).*?(?P<end><!-- /rule_book -->)", re.DOTALL)
KIND_NAMES: Final = {
    Kind.CHOUETTE: "chouette",
    Kind.MONEY: "money game for two",
    Kind.MATCH: "match",
    Kind.LONG_NARD: "long nard",
}


def renewed(document: str) -> str:
    """Return the document with every marked part written anew; raise KeyError for a part that is not known."""
    return MARKED.sub(lambda found: f"{found['begin']}\n{PARTS[found['part']]()}\n{found['end']}", document)


# ---- settings ---------------------------------------------------------------------------------------
def settings() -> str:
    """Return a table of settings for each group, and which of them a kind of table has."""
    return "\n".join([*map(_group, GROUPS), _kinds()])


def _group(group: Group) -> str:
    head = ["setting", "default", "what it can be, and what that means", "seen at"]
    return f"### {group.title}\n\n{_table(head, map(_setting_row, group.settings))}"


def _setting_row(setting: Setting) -> list[str]:
    means = " ".join([f"{setting.name}.", *_meanings(setting), setting.note, "Soft." * setting.is_soft])
    return [f"`{setting.key}`", _defaults(setting), means.replace("  ", " ").strip(), setting.seen]


def _meanings(setting: Setting) -> Iterable[str]:
    for one in setting.choices:
        yield f"`{_plain(one.value)}`: {one.sentence}"
    match setting.others:
        case Numbers(least, most, sentence):
            first = least + (setting.choice(least) is not None)
            yield f"`{first}` to `{most}`: {sentence.format(value='n')}"
        case Amounts(sentence):
            yield f'`"2.50"`: {sentence.format(value="2.50")}'


def _defaults(setting: Setting) -> str:
    """Return what a setting is when nobody says anything: in the kinds that have it, and with one cube."""
    kind = setting.kinds[0]
    plain, single = (read_rules(asked, kind).to_document(kind) for asked in ({}, _single(kind)))
    found = (
        [plain[setting.key]]
        if plain[setting.key] == single[setting.key] or setting.key == "cube_mode"
        else [
            plain[setting.key],
            single[setting.key],
        ]
    )
    return " / ".join(map(_plain, found))


def _single(kind: Kind) -> dict[str, str]:
    return {"cube_mode": "single"} if "cube_mode" in SETTINGS_OF[kind] else {}


def _plain(value: Json) -> str:
    """Return a value as a document writes it."""
    return f'"{value}"' if isinstance(value, str) and value[:1].isdigit() else shown(value)


def _kinds() -> str:
    rows = [[KIND_NAMES[kind], _has(kind), _changes(FIXED.get(kind, {}))] for kind in Kind]
    return f"### Kinds of table\n\n{_table(['kind', 'its settings', 'of these always'], rows)}"


def _has(kind: Kind) -> str:
    if kind in (Kind.CHOUETTE, Kind.MONEY):
        return "all but those of matches and long nard"
    return ", ".join(f"`{key}`" for key in BOOK if key in SETTINGS_OF[kind])


# ---- presets ----------------------------------------------------------------------------------------
def presets() -> str:
    """Return the table of presets with their sources."""
    return _table(["preset", "for", "what it changes", "where it was read"], map(_preset_row, PRESET_BOOK.values()))


def _preset_row(preset: Preset) -> list[str]:
    kinds = ", ".join(KIND_NAMES[kind] for kind in preset.kinds)
    return [f"`{preset.key}`", kinds, _changes(preset.changes) or "nothing", preset.source]


def _changes(changes: Mapping[str, Json]) -> str:
    return ", ".join(f"`{key}` {_plain(value)}" for key, value in changes.items())


# ---- codes ------------------------------------------------------------------------------------------
def sections() -> str:
    """Return the table of sections that codes are told with."""
    return _table(["section", "what it is about"], ([f"§{section}", title] for section, title in TITLES.items()))


def codes() -> str:
    """Return the lists of codes, each with its sentence and the rule behind it."""
    return "\n".join(map(_topic, TOPICS))


def _topic(topic: Topic) -> str:
    rows = [
        [f"`{code}`", SENTENCES[code], f"§{one.section}", f"`{one.setting}`" if one.setting else ""]
        for code, one in topic.codes.items()
    ]
    intro = f"{topic.intro}\n\n" if topic.intro else ""
    return f"### {topic.title}\n\n{intro}{_table(['code', 'what is said', 'rule', 'house rule'], rows)}"


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines).replace("|  |", "| |")


PARTS: Final[Mapping[str, Callable[[], str]]] = {
    "settings": settings,
    "presets": presets,
    "sections": sections,
    "codes": codes,
}
"""The parts of the document by the name in their marker."""
