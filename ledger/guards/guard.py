"""What a guard is, whatever the database."""

from dataclasses import dataclass
from typing import Protocol

from django.db.backends.utils import CursorWrapper

from ledger.rules.chain import sha256


@dataclass(frozen=True, slots=True)
class Ward:
    """A protected table as it is in the database; `keys` are the column groups that are unique in it."""

    table: str
    columns: tuple[str, ...]
    redactable: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]

    def changed(self, differs: str) -> str:
        """SQL that is true when an UPDATE changes a column, or fills a redactable one instead of emptying it."""
        fixed = [f'NEW."{name}" {differs} OLD."{name}"' for name in self.columns if name not in self.redactable]
        filled = [f'(NEW."{name}" {differs} OLD."{name}" AND NEW."{name}" <> \'\')' for name in self.redactable]
        return " OR ".join([*fixed, *filled])


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger: `sql` is what follows its name. The name ends in a digest of it, so an outdated one is missing."""

    table: str
    act: str
    sql: str

    @property
    def name(self) -> str:
        return f"guard_{self.table}_{self.act}_{sha256(self.sql)[:8]}"


class Dialect(Protocol):
    """What each database does in its own way."""

    def guards(self, ward: Ward) -> list[Guard]:
        """Return the guards that the table should have."""

    def works(self, cursor: CursorWrapper, guard: Guard) -> bool:
        """Tell whether the database has the guard, word for word and switched on."""

    def make(self, cursor: CursorWrapper, guard: Guard) -> None:
        """Make the guard, which is not there."""

    def drop_all(self, cursor: CursorWrapper, table: str) -> None:
        """Drop every guard of the table, of whatever age."""
