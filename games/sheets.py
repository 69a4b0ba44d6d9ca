"""Scoresheets as text: YAML or JSON read into plain values, with the line on which each stands.

Several are documents of one text, divided by `---`, or a list, which is how JSON has them.

Reading knows text, whole numbers, `true`, `false` and `null`, nothing else: a player may be called No, a date
stays text, a number with a fraction is asked for in quotes. Anchors, tags and a key given twice are refused.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import yaml
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.errors import ClubError
from club.text import is_text
from games.board.wording import Message

MAX_BYTES: Final = 5_000_000
MAX_DEPTH: Final = 20
MAX_DOCUMENTS: Final = 10_000
MAX_DIGITS: Final = 18

Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"

_WORDS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None, "~": None, "": None}
_WHOLE: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FRACTION: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan", re.IGNORECASE)
_ZERO_FIRST: Final = re.compile(r"[-+]?0[0-9]+")
_PAIR: Final = re.compile(r"(?<!\\)((?:\\\\)*)(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})")
_FOLDED: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Unreadable(ClubError):
    """A text that is no scoresheet document at all; `line` counts from 1."""

    code = "malformed"
    status = 400
    sentence = _("Line {line} cannot be read as YAML. The parser stopped with: {problem}")

    def __init__(
        self, sentence: str | Promise | None = None, *, line: int, pointer: str = "", **values: object
    ) -> None:
        self.line = line
        super().__init__(sentence, pointer=pointer, line=line, **values)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One document of a text, and the line on which each of its values begins, by JSON pointer."""

    content: Plain
    lines: Mapping[str, int]
    said: tuple[Message, ...] = ()
    """What was concluded where the text itself does not say it."""

    def line_of(self, pointer: str) -> int | None:
        """Return the line of what the pointer names, or of the nearest thing around it."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer)


def read(text: bytes | str) -> Iterator[Sheet | Unreadable]:
    """Yield each document of a text, or why it cannot be read; a broken text ends there."""
    found = 0
    each = (sheet for document in _documents(text) for sheet in _unfolded(document))
    for found, sheet in enumerate(each, start=1):
        if found > MAX_DOCUMENTS:
            yield Unreadable(_("There are more than {limit} scoresheets in one text."), line=1, limit=MAX_DOCUMENTS)
            return
        yield sheet
    if not found:
        yield Unreadable(_("There is no scoresheet in it."), line=1)


def read_one(text: bytes | str) -> Sheet:
    """Return the only document of a text; raise Unreadable when it is broken or there are several."""
    sheets = list(read(text))
    for sheet in sheets:
        if isinstance(sheet, Unreadable):
            raise sheet
    if len(sheets) > 1:
        raise Unreadable(_("There is more than one scoresheet in it."), line=1)
    first = sheets[0]
    assert isinstance(first, Sheet)
    return first


def _documents(text: bytes | str) -> Iterator[Sheet | Unreadable]:
    try:
        yield from _from_events(_with_whole_characters(decoded(text)))
    except Unreadable as refusal:
        yield refusal
    except yaml.YAMLError as error:
        yield _broken(error)


def _unfolded(document: Sheet | Unreadable) -> Iterator[Sheet | Unreadable]:
    """Yield the sheets of a list, each with its own lines; anything else as it is."""
    if isinstance(document, Unreadable) or not isinstance(document.content, list):
        yield document
        return
    lines: list[dict[str, int]] = [{} for _content in document.content]
    for pointer, line in document.lines.items():
        _root, *steps = pointer.split("/")
        if steps:
            lines[int(steps[0])]["".join(f"/{step}" for step in steps[1:])] = line
    yield from (Sheet(content, its) for content, its in zip(document.content, lines, strict=True))


def decoded(text: bytes | str) -> str:
    """Return the text of a file; raise Unreadable where it is too large or no UTF-8."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > MAX_BYTES:
        raise Unreadable(_("It is larger than {limit} bytes."), line=1, limit=MAX_BYTES)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Unreadable(_("Line {line} is not UTF-8 text."), line=line) from error


def _with_whole_characters(text: str) -> str:
    """Write JSON so that YAML reads the same: one character for two escapes, escapes for what YAML would fold."""
    if not text.lstrip().startswith(("{", "[")):
        return text
    text = _PAIR.sub(lambda found: found[1] + json.loads(f'"{found[2]}"'), text)
    return _FOLDED.sub(lambda found: f"\\u{ord(found[0]):04x}", text) if _is_json(text) else text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _from_events(text: str) -> Iterator[Sheet | Unreadable]:
    builder = _Builder()
    for event in yaml.parse(text, Loader=_LOADER):
        match event:
            case yaml.DocumentStartEvent():
                builder = _Builder()
            case yaml.DocumentEndEvent():
                if not builder.is_empty:
                    yield builder.refusal or Sheet(builder.content, builder.lines)
            case yaml.StreamStartEvent() | yaml.StreamEndEvent():
                pass
            case _:
                builder.take(event)


def _broken(error: yaml.YAMLError) -> Unreadable:
    """The sentence stands without the parser's own words, which are English."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML"
    return Unreadable(line=mark.line + 1 if mark else 1, problem=problem)


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being filled."""

    pointer: str
    content: dict[str, Plain] | list[Plain]
    key: str | None = None

    @property
    def awaits_key(self) -> bool:
        return isinstance(self.content, dict) and self.key is None

    def next_pointer(self) -> str:
        step = self.key if isinstance(self.content, dict) else len(self.content)
        return f"{self.pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"

    def put(self, value: Plain) -> None:
        if isinstance(self.content, list):
            self.content.append(value)
        elif self.key is not None:
            self.content[self.key] = value
            self.key = None


@dataclass(slots=True)
class _Builder:
    """Builds one document from the events of the parser, without recursion; keeps the first refusal."""

    content: Plain = None
    lines: dict[str, int] = field(default_factory=dict)
    stack: list[_Open] = field(default_factory=list)
    refusal: Unreadable | None = None

    @property
    def is_empty(self) -> bool:
        return self.content is None and self.refusal is None

    def take(self, event: Any) -> None:
        if self.refusal is None:
            try:
                self._take(event, event.start_mark.line + 1)
            except Unreadable as refusal:
                self.refusal = refusal

    def _take(self, event: Any, line: int) -> None:
        self._refuse_what_is_not_plain(event, line)
        match event:
            case yaml.ScalarEvent() if self.stack and self.stack[-1].awaits_key:
                self._key(event.value, line)
            case yaml.ScalarEvent():
                self._add(_scalar(event, line), line)
            case yaml.MappingStartEvent():
                self._open({}, line)
            case yaml.SequenceStartEvent():
                self._open([], line)
            case _:
                self.stack.pop()

    def _refuse_what_is_not_plain(self, event: Any, line: int) -> None:
        if not is_text(getattr(event, "value", None) or ""):
            raise Unreadable(_("Line {line}: there is a character in it that is no text."), line=line)
        if getattr(event, "anchor", None) is not None:
            raise Unreadable(_("Line {line}: anchors and aliases are not allowed."), line=line)
        if getattr(event, "tag", None) is not None:
            raise Unreadable(_("Line {line}: tags are not allowed."), line=line)

    def _key(self, key: str, line: int) -> None:
        top = self.stack[-1]
        if key in top.content:
            raise Unreadable(_("Line {line}: {key} is given twice."), line=line, key=key, pointer=top.pointer)
        top.key = key
        self.lines[top.next_pointer()] = line

    def _open(self, content: dict[str, Plain] | list[Plain], line: int) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise Unreadable(_("Line {line}: it is nested too deeply."), line=line)
        if self.stack and self.stack[-1].awaits_key:
            raise Unreadable(_("Line {line}: a key must be text."), line=line)
        pointer = self.stack[-1].next_pointer() if self.stack else ""
        self._add(content, line)
        self.stack.append(_Open(pointer, content))

    def _add(self, value: Plain, line: int) -> None:
        if not self.stack:
            self.content, self.lines[""] = value, line
            return
        self.lines.setdefault(self.stack[-1].next_pointer(), line)
        self.stack[-1].put(value)


def _scalar(event: yaml.ScalarEvent, line: int) -> Plain:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return _whole_number(text, line)
    if _FRACTION.fullmatch(text) and not _ZERO_FIRST.fullmatch(text):
        raise Unreadable(_("Line {line}: write the number {text} in quotes."), line=line, text=text[:40])
    return text


def _whole_number(text: str, line: int) -> int:
    if len(text) > MAX_DIGITS:
        raise Unreadable(_("Line {line}: the number is too large."), line=line)
    return int(text)
