"""Read a page as somebody without JavaScript does: its forms, what their buttons say, its text."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse
from django.test import Client


@dataclass
class Form:
    """A form as it was drawn: where it goes, what it carries, and its buttons by what they say."""

    action: str
    id: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.text: list[str] = []
        self.open: Form | None = None
        self.button: tuple[str, str, list[str]] | None = None
        self.area: tuple[str, list[str]] | None = None
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "style", "template"):
            self.silent += 1
        elif tag == "form":
            self.open = Form(given.get("action", ""), given.get("id", ""))
            self.forms.append(self.open)
        elif tag == "input" and self.open is not None and self._counts(given):
            self.open.fields.append((given["name"], given.get("value", "")))
        elif tag == "textarea":
            self.area = (given.get("name", ""), [])
        elif tag == "button" and "aria-disabled" not in given:
            self.button = (given.get("name", ""), given.get("value", ""), [])

    def _counts(self, given: dict[str, str]) -> bool:
        chosen = given.get("type") not in ("radio", "checkbox") or "checked" in given
        return chosen and bool(given.get("name"))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "template"):
            self.silent -= 1
        elif tag == "form":
            self.open = None
        elif tag == "textarea" and self.area is not None:
            name, written = self.area
            if self.open is not None:
                self.open.fields.append((name, "".join(written).removeprefix("\n")))
            self.area = None
        elif tag == "button" and self.button is not None:
            name, value, words = self.button
            if self.open is not None:
                self.open.buttons[" ".join(" ".join(words).split())] = (name, value)
            self.button = None

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area[1].append(data)
        elif not self.silent:
            self.text.append(data)
        if self.button is not None:
            self.button[2].append(data)


class Page:
    """A page that was answered, and whoever asked for it."""

    def __init__(self, client: Client, response: HttpResponse) -> None:
        self.client, self.response = client, response
        self.status = response.status_code
        self.address = response.request["PATH_INFO"]
        self.html = response.content.decode()
        reader = _Reader()
        reader.feed(self.html)
        self.forms = reader.forms
        self.text = " ".join(" ".join(reader.text).split())

    def form_with(self, label: str) -> Form:
        """Return the only form with a button that says exactly `label`."""
        found = [form for form in self.forms if label in form.buttons]
        assert found, f"no button {label!r}; there are {self.labels}"
        return found[0]

    @property
    def labels(self) -> list[str]:
        return [label for form in self.forms for label in form.buttons]

    def press(self, label: str, **given: str | list[str]) -> "Page":
        """Press a button and follow where it leads; `given` are fields filled in by hand."""
        form = self.form_with(label)
        body: dict[str, list[str]] = {}
        for name, value in [*form.fields, form.buttons[label]]:
            if name:
                body.setdefault(name, []).append(value)
        for name, value in given.items():
            body[name] = value if isinstance(value, list) else [value]
        return Page(self.client, self.client.post(form.action or self.address, body, follow=True))


def visit(client: Client, url: str) -> Page:
    return Page(client, client.get(url, follow=True))
