"""Small parts of every page: icons, the htmx settings, language names."""

import json
from typing import Final
from uuid import uuid4

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

OWN_NAMES: Final = {"en": "English", "hu": "magyar", "hr": "hrvatski"}
HTMX: Final = {
    "includeIndicatorStyles": False,
    "allowEval": False,
    "allowScriptTags": False,
    "historyCacheSize": 0,
    "defaultSettleDelay": 0,  # a new drawing listens at once, or a quick tap would be a plain form
    "timeout": 8000,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "(400|403|404|409|412|422)", "swap": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}


@register.simple_tag
def icon(name: str, more: str = "") -> SafeString:
    """Return the drawing `name` from icons.svg; it is decoration, the words stand beside it."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true"><use href="{}#i-{}"/></svg>',
        more,
        static("club/icons.svg"),
        name,
    )


@register.simple_tag
def htmx_settings() -> SafeString:
    """Return htmx's settings: no inline styles, no eval, and a refusal is shown, not swallowed."""
    return mark_safe(json.dumps(HTMX))  # noqa: S308 -- a constant of this file


@register.simple_tag
def demo() -> bool:
    """Say whether this is the demo on one machine."""
    return bool(settings.DEMO)


@register.filter
def words(text: str) -> list[str]:
    """Split `text` at its spaces."""
    return text.split()


@register.filter
def own_language_name(code: str) -> str:
    """Return what its speakers call a language."""
    return OWN_NAMES.get(code, code)


@register.simple_tag
def command_id() -> str:
    """Return a new id for one act, made when its button is drawn: a second tap is the same act."""
    return str(uuid4())
