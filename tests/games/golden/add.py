"""Freezes a night into a new golden file: `python -m tests.games.golden.add NAME SHEET.yaml` or `NAME --seed 41`.

A file that exists is never written again.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from games.rules.actions import Action
    from games.rules.state import Opening


def main() -> None:
    asked = _asked()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.games import goldens  # its models need the settings

    opening, actions = _of_seed(asked.seed) if asked.sheet is None else _of_sheet(asked.sheet)
    try:
        written = goldens.add(goldens.frozen(asked.name, opening, actions))
    except FileExistsError as there:
        sys.exit(f"{there.filename} is there already. What was played is never played anew: choose another name.")
    print(f"{written}: {len(actions)} lines. Read what came out before you commit it.")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="of the file: letters, digits and dashes")
    parser.add_argument("sheet", nargs="?", type=Path, help="a scoresheet in YAML")
    parser.add_argument("--seed", type=int, help="a random night of that seed instead")
    asked = parser.parse_args()
    if (asked.sheet is None) == (asked.seed is None):
        parser.error("either a sheet or a seed")
    if not asked.name.replace("-", "").isalnum():
        parser.error("a name of letters, digits and dashes")
    return asked


def _of_seed(seed: int) -> tuple["Opening", Sequence["Action"]]:
    from tests.games.rules.nights import random_night

    return random_night(seed, games=4)


def _of_sheet(path: Path) -> tuple["Opening", Sequence["Action"]]:
    """Return what a sheet tells; a line that is to be refused is in no stored log."""
    import yaml

    from games.rules.errors import RuleViolation
    from games.rules.scoresheet import read_sheet

    sheet = read_sheet(yaml.safe_load(path.read_text()))
    if any(entry.refused or isinstance(entry.action, RuleViolation) for entry in sheet.entries):
        sys.exit("A sheet with lines that are refused cannot be frozen: they are in no stored log.")
    return sheet.opening, [entry.action for entry in sheet.entries]


if __name__ == "__main__":
    main()
