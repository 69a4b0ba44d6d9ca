import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for app in ("games", "ledger")
    for path in (ROOT / app / "rules").rglob("*.py")
    if path.name != "__init__.py"
)
FOREIGN = {"django", "yaml", "club", "rest_framework", "random", "socket"}
PURE = ("games.rules", "games.board", "ledger.rules")

CODE = """
import sys, importlib
for name in {modules!r}:
    importlib.import_module(name)
loaded = {{name.partition(".")[0] for name in sys.modules}}
print(sorted(loaded & {foreign!r}))
print(sorted(name for name in sys.modules if name.startswith(("games.", "ledger.")) and not name.startswith({pure!r})))
"""


MAY_IMPORT = {
    "__future__", "collections", "dataclasses", "enum", "games", "itertools", "re", "types", "typing", "unicodedata",
}  # fmt: skip


def test_the_rules_import_neither_clock_nor_chance_nor_files():
    nodes = [
        node for path in (ROOT / "games" / "rules").rglob("*.py") for node in ast.walk(ast.parse(path.read_text()))
    ]
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    named = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in plain | named if name != "ledger.rules"} <= MAY_IMPORT


def test_the_rules_load_nothing_but_the_standard_library():
    code = CODE.format(modules=MODULES, foreign=FOREIGN, pure=PURE)
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.splitlines() == ["[]", "[]"]
