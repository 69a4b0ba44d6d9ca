"""The compiled translations are those of the catalogues beside them."""

import gettext
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.servers.product import ROOT

CATALOGUES = sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po"))
needs_msgfmt = pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs gettext: apt install gettext")


@needs_msgfmt
@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_compiled_catalogue_says_what_its_source_says(catalogue: Path, tmp_path: Path):
    fresh = tmp_path / "fresh.mo"
    subprocess.run(["msgfmt", "--check", "-o", fresh, catalogue], check=True)

    assert messages(catalogue.with_suffix(".mo")) == messages(fresh), "run: make messages"


def messages(compiled: Path) -> dict[object, str]:
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file)._catalog
