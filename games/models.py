"""Tables and their log. The log is the truth; Game, Score and Standing are projections of it."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Club, Member, Night, User


class TableKind(models.TextChoices):
    CHOUETTE = "chouette", _("chouette")
    MONEY = "money", _("money game")
    MATCH = "match", _("match")
    LONG_NARD = "long_nard", _("long nard")


class HouseRules(models.Model):
    """One version of a club's named house rules. A table freezes a copy, so a version is never edited."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="house_rules", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=60)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    kind = models.CharField(_("kind"), max_length=10, choices=TableKind.choices, default=TableKind.CHOUETTE)
    preset = models.CharField(_("preset"), max_length=30)
    settings = models.JSONField(_("settings"))
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    created_by = models.ForeignKey(User, models.PROTECT, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ["name", "-version"]
        constraints = [models.UniqueConstraint(fields=["club", "name", "version"], name="house_rules_version_once")]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class Table(models.Model):
    """A table of a night, with its frozen rules and stake. `version` counts the rows of its log.

    `retold` counts what changed how the same log is told: a seat's name, who a member is, a text taken out.
    """

    Kind = TableKind

    class State(models.TextChoices):
        OPEN = "open", _("open")
        JOINED = "joined", _("joined to another")
        CLOSED = "closed", _("closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    night = models.ForeignKey(Night, models.PROTECT, related_name="tables", verbose_name=_("night"))
    no = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    rules = models.JSONField(_("rules"), editable=False)
    rules_name = models.CharField(_("house rules"), max_length=80, blank=True)
    unit_minor = models.PositiveBigIntegerField(_("stake a point or a match"), help_text=_("in minor units"))
    currency = models.CharField(_("currency"), max_length=3)
    partner_seat = models.PositiveSmallIntegerField(null=True, editable=False)
    opening_seats = models.PositiveSmallIntegerField(editable=False)
    throws = models.JSONField(_("throws"), default=list, editable=False, help_text=_("round by round, by seat"))
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    retold = models.PositiveIntegerField(default=0, editable=False)
    state = models.CharField(_("state"), max_length=6, choices=State.choices, default=State.OPEN, editable=False)
    source_id = models.CharField(max_length=80, blank=True, editable=False)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    opened_by = models.ForeignKey(User, models.PROTECT, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["night", "no"]
        constraints = [
            models.UniqueConstraint(fields=["night", "no"], name="table_no_once"),
            models.UniqueConstraint(
                fields=["night", "source_id"], condition=~Q(source_id=""), name="sheet_imported_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.no}"


class Seat(models.Model):
    """The log names players by seat number; here the number gets its member.

    `label` is the name on the sheet; `stake_q` is the stake he opened with, in quarter units.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    no = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, models.PROTECT, related_name="seats")
    label = models.CharField(max_length=60)
    stake_q = models.PositiveIntegerField(default=4)

    class Meta:
        ordering = ["table", "no"]
        constraints = [
            models.UniqueConstraint(fields=["table", "no"], name="seat_no_once"),
            models.UniqueConstraint(fields=["table", "member"], name="seat_a_member_once"),
            models.UniqueConstraint(fields=["table", "label"], name="seat_label_once"),
            models.CheckConstraint(condition=Q(stake_q__gte=1), name="seat_stake_positive"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def person_id(self) -> uuid.UUID:
        """Who sits here now: the member he was merged into, where he was."""
        return self.member.person_id


class Crossing(models.Model):
    """Some or all of a table's people went over to another: a table was split, or two were joined.

    `source_line` and `target_line` are the last lines that tell of it in either log (0: none); they are never undone.
    """

    class Kind(models.TextChoices):
        SPLIT = "split", _("split")
        JOIN = "join", _("joined")

    kind = models.CharField(max_length=5, choices=Kind.choices)
    source = models.ForeignKey(Table, models.PROTECT, related_name="crossings_out")
    source_line = models.PositiveIntegerField()
    target = models.ForeignKey(Table, models.PROTECT, related_name="crossings_in")
    target_line = models.PositiveIntegerField()
    command_id = models.UUIDField(unique=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["source"], condition=Q(kind="join"), name="crossing_joined_once"),
            models.UniqueConstraint(fields=["target"], condition=Q(kind="split"), name="crossing_split_off_once"),
            models.CheckConstraint(condition=~Q(source=models.F("target")), name="crossing_of_two_tables"),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"

    def other_than(self, table: Table) -> Table:
        """Return the other one of the two tables."""
        return self.target if self.source_id == table.id else self.source

    def line_at(self, table: Table) -> int:
        """Return the last line in that table's log that tells of it; 0: none."""
        return self.source_line if self.source_id == table.id else self.target_line


class Action(models.Model):
    """One row of a table's log: an act in table words, seats by number. Append-only, by the database too.

    `text` (a reason or a note) is the only column that may be redacted; `text_hash` stays.
    """

    class Door(models.TextChoices):
        PAGE = "page", _("page")
        API = "api", _("API")
        ADMIN = "admin", _("admin")
        IMPORT = "import", _("import")
        TASK = "task", _("task")

    table = models.ForeignKey(Table, models.PROTECT, related_name="actions")
    seq = models.PositiveIntegerField(_("line"))
    v = models.PositiveSmallIntegerField(default=1)
    document = models.JSONField(_("act"))
    text = models.TextField(_("text"), blank=True)
    text_salt = models.CharField(max_length=32, blank=True)
    text_hash = models.CharField(max_length=64, blank=True)
    command_id = models.UUIDField()
    part = models.PositiveSmallIntegerField(default=0)
    door = models.CharField(_("door"), max_length=6, choices=Door.choices)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    by_member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("log")
        ordering = ["table", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="action_seq_once"),
            models.UniqueConstraint(fields=["command_id", "part"], name="action_command_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.document.get('do')}"


class DicePromise(models.Model):
    """What a table's throw `no` will come from: its fingerprint is shown before the throw, its secret after it.

    Append-only, by the database too. The promise that has no throw yet is the next one's.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="dice_promises")
    no = models.PositiveIntegerField()
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["table", "no"]
        constraints = [
            models.UniqueConstraint(fields=["table", "no"], name="dice_promised_once"),
            models.UniqueConstraint(fields=["secret"], name="dice_secret_once"),
            models.CheckConstraint(condition=Q(no__gte=1), name="dice_promises_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.no}"


class DiceThrow(models.Model):
    """A promise that was kept: the dice it gave, and the line of the log that has them. Append-only, as the log is."""

    promise = models.OneToOneField(DicePromise, models.PROTECT, related_name="throw")
    word = models.CharField(max_length=20, blank=True)
    first = models.PositiveSmallIntegerField()
    second = models.PositiveSmallIntegerField()
    line = models.PositiveIntegerField()
    command_id = models.UUIDField(unique=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["promise"]
        constraints = [
            models.CheckConstraint(condition=Q(first__range=(1, 6), second__range=(1, 6)), name="throw_of_two_dice")
        ]

    def __str__(self) -> str:
        return f"{self.promise}: {self.first}-{self.second}"

    @property
    def dice(self) -> tuple[int, int]:
        return self.first, self.second


class Result(models.Model):
    """What moved points: as the log tells it now. `revision` rises when a correction changes the money of it."""

    class State(models.TextChoices):
        FINISHED = "finished", _("finished")
        WITHDRAWN = "withdrawn", _("taken back")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    revision = models.PositiveIntegerField(_("revision"), default=1)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.FINISHED)
    at = models.DateTimeField(_("when"))

    class Meta:
        abstract = True


class Game(Result):
    """A game that was played to its end at a table; the entry's key is `game:{id}:r{revision}`."""

    class Winner(models.TextChoices):
        BOX = "box", _("the box")
        TEAM = "team", _("the team")

    class Level(models.TextChoices):
        SINGLE = "single", _("single")
        GAMMON = "gammon", _("gammon")
        BACKGAMMON = "backgammon", _("backgammon")
        OIN = "oin", _("oin")
        MARS = "mars", _("mars")
        DRAW = "draw", _("draw")

    table = models.ForeignKey(Table, models.PROTECT, related_name="games", verbose_name=_("table"))
    no = models.PositiveIntegerField(_("number"))
    box_seat = models.PositiveSmallIntegerField(_("seat of the box"))
    captain_seat = models.PositiveSmallIntegerField(_("seat of the captain"))
    winner = models.CharField(_("winner"), max_length=4, choices=Winner.choices, blank=True)
    result = models.CharField(_("result"), max_length=12, choices=Level.choices, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["table", "no"]
        constraints = [models.UniqueConstraint(fields=["table", "no"], name="game_no_once")]

    def __str__(self) -> str:
        return f"{self.table} · {self.no}"


class Adjustment(Result):
    """Points moved by hand at a table; `no` is the row of its act in the log."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="adjustments")
    no = models.PositiveIntegerField()

    class Meta:
        ordering = ["table", "no"]
        constraints = [models.UniqueConstraint(fields=["table", "no"], name="adjustment_row_once")]

    def __str__(self) -> str:
        return f"{self.table} · {self.no}"


class Score(models.Model):
    """What one player won or lost in one game or by one adjustment: quarter points and minor units."""

    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="scores")
    adjustment = models.ForeignKey(Adjustment, models.CASCADE, null=True, related_name="scores")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="scores", verbose_name=_("player"))
    points_q = models.BigIntegerField()
    money_minor = models.BigIntegerField(_("money, in minor units"))

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ["game", "adjustment", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="score_once_a_game"),
            models.UniqueConstraint(fields=["adjustment", "seat"], name="score_once_an_adjustment"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, adjustment__isnull=True)
                | Q(game__isnull=True, adjustment__isnull=False),
                name="score_of_a_game_or_an_adjustment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.points_q / 4:+g}"


class Season(models.Model):
    """From one date to another, both included: whose nights count together."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=60)
    starts = models.DateField(_("starts"))
    ends = models.DateField(_("ends"))

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
            models.CheckConstraint(condition=Q(ends__gte=models.F("starts")), name="season_ends_after_start"),
        ]

    def __str__(self) -> str:
        return self.name


class Standing(models.Model):
    """A member's season so far: a projection, equal to a rebuild from the scores once the outbox is drained."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="standings")
    member = models.ForeignKey(Member, models.PROTECT, related_name="standings")
    nights = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    box_games = models.PositiveIntegerField(default=0)
    points_q = models.BigIntegerField(default=0)
    money_minor = models.BigIntegerField(default=0)
    currency = models.CharField(max_length=3)

    class Meta:
        ordering = ["season", "-points_q", "member__name"]
        constraints = [models.UniqueConstraint(fields=["season", "member", "currency"], name="standing_once_a_season")]

    def __str__(self) -> str:
        return f"{self.member} {self.points_q / 4:+g}"
