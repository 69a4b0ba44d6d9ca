"""The board through the API: what may be played now, a game act by act, a position of anybody's, a table as `.mat`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ApiView
from club.api.views import body_of
from club.errors import NotFound
from games.api import board_shapes as shape
from games.api.base import TableView
from games.api.boards import PositionRefused, board_document, plays_document, position_document, told_all
from games.api.presenters import Document
from games.board.errors import BoardError, InvalidDice
from games.board.ids import parse_situation
from games.board.plays import legal_plays
from games.board.rows import position_of
from games.board.situation import Situation
from games.board.turns import HeadException
from games.mat_files import mat_of
from games.rules.actions import to_document
from games.rules.acts import Play
from games.rules.board_situation import mover_of, plays_now
from games.rules.refusals.board import NoBoard
from games.store import TableNow


class LegalPlays(TableView):
    @extend_schema(operation_id="legal_plays", responses=shape.LegalPlaysShape)
    def get(self, request: Request, table_id: UUID) -> Response:
        """Every legal play of the dice that lie on the board, each once by where it leads, ready to be posted."""
        now, _actor = self.find(request, table_id)
        game, board, dice, plays = plays_now(now.state)
        mover = mover_of(game, board.position)
        written = [
            {**one, "action": to_document(Play((mover,), one["moves"]), now.name_of)} for one in plays_document(plays)
        ]
        answer = {"version": now.version, "turn": now.name_of(mover), "dice": list(dice), "plays": written}
        return Response(answer)


class GameBoard(TableView):
    @extend_schema(operation_id="game_board", responses=shape.GameBoardShape)
    def get(self, request: Request, table_id: UUID, no: int) -> Response:
        """A game that was recorded roll by roll, act by act with the board after each; corrections are in it."""
        now, _actor = self.find(request, table_id)
        current = now.state.current
        if now.state.game(no) is None and (current is None or current.no != no):
            raise NotFound
        acts = list(_acts_on_board(now, no))
        if not acts:
            raise NoBoard
        return Response({"game": no, "acts": acts})


def _acts_on_board(now: TableNow, no: int) -> Iterator[Document]:
    """Yield the acts of a game that left a board behind, with that board."""
    during = now.state
    for step in now.history.steps():
        playing = step.state.current
        during = step.state if playing is not None else during
        ended = step.state.games[-1:] if playing is None and step.state.games[-1:] else ()
        game = playing or next((one.played for one in ended if one.last_row == step.row[0]), None)
        if game is not None and game.no == no and game.board is not None:
            board = board_document(now, during, game, game.board)
            yield {"seq": step.row[0], "action": to_document(step.row[1], now.name_of), "board": board}


class Positions(ApiView):
    @extend_schema(operation_id="position", request=shape.AskedPositionShape, responses={200: shape.PositionShape})
    def post(self, request: Request) -> Response:
        """Look at a position: its other IDs, pips, a diagram, and with dice every legal play. Nothing is kept."""
        asked = body_of(shape.AskedPositionShape, request)
        try:
            return Response(_looked_at(asked))
        except BoardError as error:
            pointer = "/dice" if isinstance(error, InvalidDice) else "/id" if "id" in asked else "/board"
            raise PositionRefused(error, pointer) from error


def _looked_at(asked: dict[str, Any]) -> Document:
    situation = parse_situation(asked["id"]) if "id" in asked else Situation(position_of(asked))
    dice = tuple(asked["dice"]) if "dice" in asked else situation.dice
    exception = HeadException(asked["head_exception"])
    plays = None if dice is None else legal_plays(situation.position, dice, head_exception=exception)
    written = None if plays is None else plays_document(plays)
    return {**position_document(replace(situation, dice=dice)), "plays": written}


class Mat(TableView):
    @extend_schema(operation_id="mat", responses=shape.MatShape)
    def get(self, request: Request, table_id: UUID) -> Response:
        """A match or money game that was recorded roll by roll as a `.mat` file, and what it does not hold."""
        now, _actor = self.find(request, table_id)
        made = mat_of(now)
        return Response({"text": made.text, "lost": told_all(made.lost)})
