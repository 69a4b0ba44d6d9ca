"""Refusals about turning and answering a cube."""

from games.rules.errors import RuleViolation


class CubeClosed(RuleViolation):
    """Raised when a member's cube is already settled in this game."""

    code = "cube_closed"


class NotYourCube(RuleViolation):
    """Raised when someone turns a cube that the other side owns."""

    code = "not_your_cube"


class AlreadyOffered(RuleViolation):
    """Raised when a cube that waits for an answer is offered again."""

    code = "already_offered"


class OncePerRound(RuleViolation):
    """Raised when a cube is offered a second time in one round of offers."""

    code = "once_per_round"


class NothingToDouble(RuleViolation):
    """Raised when the box doubles and there is no cube that he may turn."""

    code = "nothing_to_double"


class PastCap(RuleViolation):
    """Raised when a turn would take a cube past the table's cap."""

    code = "past_cap"


class PastLimit(RuleViolation):
    """Raised when a turn would take a cube past what the sheet can count."""

    code = "past_limit"


class NoOffer(RuleViolation):
    """Raised when somebody answers and nothing was offered to him."""

    code = "no_offer"


class NothingToAnswer(RuleViolation):
    """Raised when the box answers and no cube waits for him."""

    code = "nothing_to_answer"


class NotYoursToAnswer(RuleViolation):
    """Raised when a cube waits for the other side's answer."""

    code = "not_yours_to_answer"


class OfferChanged(RuleViolation):
    """Raised when an answer names an offer that no longer stands."""

    code = "offer_changed"


class AnswerTheDouble(RuleViolation):
    """Raised when a plain double is answered with a word that answers an animal."""

    code = "answer_the_double"


class AnswerTheAnimal(RuleViolation):
    """Raised when an animal is answered with a word that answers another turn."""

    code = "answer_the_animal"


class AnimalOff(RuleViolation):
    """Raised when the house rules do not know this animal."""

    code = "animal_off"


class TeamNotAgreed(RuleViolation):
    """Raised when the team's one cube is turned without those who must agree."""

    code = "team_not_agreed"


class WholeTeam(RuleViolation):
    """Raised when the team's one cube is treated as if it were several."""

    code = "whole_team"


class CaptainAnswers(RuleViolation):
    """Raised when someone other than the acting captain answers for the team."""

    code = "captain_answers"


class BeaverTooLate(RuleViolation):
    """Raised when the team beavers after one of them has taken."""

    code = "beaver_too_late"


class FollowsCaptain(RuleViolation):
    """Raised when the cube of one who left is played apart from the captain's."""

    code = "follows_captain"


class AutomaticOff(RuleViolation):
    """Raised when the house rules know no automatic doubles."""

    code = "automatic_off"


class AutomaticTooMany(RuleViolation):
    """Raised when the game already had all its automatic doubles."""

    code = "automatic_too_many"


class AutomaticTooLate(RuleViolation):
    """Raised when an automatic double comes after a cube was offered."""

    code = "automatic_too_late"


class AutomaticForAll(RuleViolation):
    """Raised when an automatic double is for some only and the house rules say for all."""

    code = "automatic_for_all"
