"""A template is read as often as it is changed: one step a line, no line that runs off the screen."""

from tests.servers.product import ROOT

LONGEST = 160


def test_no_line_of_an_html_template_is_too_long_to_read() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    too_long = [
        f"{path.relative_to(ROOT)}:{no} has {len(line)} characters"
        for path in templates
        for no, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert templates
    assert too_long == []
