"""Why an entry of "More" cannot be used now, and the house rule behind it, where one is."""

from django.utils.translation import gettext as _

from games.rules import actions as a
from games.rules.wording import Message, say
from games.table_page.behind import rules_behind, why_not
from games.table_page.controls import Why
from games.table_page.drawer import Drawer


def why_missing(drawer: Drawer, sheet: str) -> Why:
    """Return why there is no such sheet now."""
    match sheet:
        case "join":
            return _nobody_to_join(drawer)
        case "leave":
            return _nobody_can(drawer, a.Leave, _("Nobody can go home now."))
        case "sit_out":
            return _nobody_can(drawer, a.SitOut, _("Nobody can sit out now."))
        case "return":
            return Why(_("Nobody sits out."))
        case "deal":
            return _no_deal(drawer)
        case "partner":
            return _no_partner(drawer)
        case "resign":
            return Why(_("There is no game to resign now."))
        case "reorder":
            return Why(_("Seats are moved between games, by an organiser."))
        case "adjust":
            return Why(_("Only an organiser corrects by hand."))
        case _:
            return Why(_("There is no finished game an organiser could correct."))


def _by_the_rules(drawer: Drawer, message: Message) -> Why:
    return why_not(drawer.state, message, drawer.judge.name_of)


def _nobody_to_join(drawer: Drawer) -> Why:
    if drawer.is_full:
        return _by_the_rules(drawer, say("two_players_only"))
    return Why(_("Everybody who is here tonight sits at this table."))


def _nobody_can(drawer: Drawer, make: type[a.Leave] | type[a.SitOut], text: str) -> Why:
    """Say that nobody can, with the house rules that keep somebody from it."""
    refusals = (drawer.judge.refusal(make(player=seat)) for seat in drawer.state.seating.present)
    return Why(text, rules_behind(drawer.state, [one for one in refusals if one is not None]))


def _no_deal(drawer: Drawer) -> Why:
    if not drawer.state.rules.deals:
        return _by_the_rules(drawer, say("deals_off"))
    return Why(_("There is no cube to settle by a deal now."))


def _no_partner(drawer: Drawer) -> Why:
    least = drawer.state.rules.partner_min
    if least is None:
        return _by_the_rules(drawer, say("no_partners"))
    if not drawer.between:
        return Why(_("A partner is taken between games."))
    refusals = (drawer.judge.refusal(a.Partner(player=seat)) for seat in drawer.state.seating.line)
    too_few = say("too_few_for_partner", least=least)
    return _by_the_rules(drawer, next((one for one in refusals if one is not None), too_few))
