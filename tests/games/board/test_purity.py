"""The board imports nothing but a few modules of the standard library."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "games" / "board").rglob("*.py"))
MODULES = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in SOURCES]
MAY_IMPORT = {
    "__future__", "base64", "binascii", "collections", "dataclasses", "enum", "functools", "games", "html", "itertools",
    "re", "struct", "types", "typing",
}  # fmt: skip
FOREIGN = {"django", "yaml", "club", "ledger", "random", "socket"}
CODE = """
import sys, importlib
for name in {modules!r}:
    importlib.import_module(name)
print(sorted({{name.partition(".")[0] for name in sys.modules}} & {foreign!r}))
print(sorted(name for name in sys.modules if name.startswith("games.") and not name.startswith("games.board")))
"""


def test_the_board_imports_neither_clock_nor_chance_nor_files():
    nodes = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text()))]
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    named = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in plain | named} <= MAY_IMPORT


def test_the_board_loads_nothing_but_itself_and_the_standard_library():
    code = CODE.format(modules=MODULES, foreign=FOREIGN)
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.splitlines() == ["[]", "[]"]
