"""Every address of the REST API, and its documentation."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from club.api import tokens
from club.api import views as club
from games.api import (
    actions,
    board,
    dice,
    evening,
    house_rules,
    night_sheets,
    people,
    season,
    splitting,
    stream,
    tables,
)
from ledger.api import exports, keeping, payments
from ledger.api import views as ledger

docs = SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html")
payment = [
    path("claim", payments.Claim.as_view()),
    path("parts", payments.Parts.as_view()),
    path("confirmation", payments.Confirmation.as_view()),
    path("reversal", payments.Reversal.as_view()),
    path("void", payments.Void.as_view()),
]
person = [
    path("account", people.Account.as_view()),
    path("link", people.Link.as_view()),
    path("retirement", people.Retirement.as_view()),
    path("merge", people.Merge.as_view()),
    path("unmerge", people.Unmerge.as_view()),
    path("mentions", people.Mentions.as_view()),
    path("anonymise", people.Anonymise.as_view()),
    path("events", people.Events.as_view()),
    path("claims", people.GuestClaims.as_view()),
]
v1: list[URLPattern | URLResolver] = [
    path("me", club.Me.as_view()),
    path("tokens", tokens.Tokens.as_view()),
    path("tokens/<uuid:token_id>", tokens.OneToken.as_view()),
    path("clubs", club.Clubs.as_view()),
    path("clubs/<uuid:club_id>", club.OneClub.as_view()),
    path("members", club.Members.as_view()),
    path("members/<uuid:member_id>", club.OneMember.as_view()),
    path("members/<uuid:member_id>/statement", ledger.MemberStatement.as_view()),
    path("members/<uuid:member_id>/statement/export", exports.StatementExport.as_view()),
    path("members/<uuid:person_id>/", include(person)),
    path("claims", people.Claims.as_view()),
    path("claims/<uuid:claim_id>/grant", people.Grant.as_view()),
    path("claims/<uuid:claim_id>/refusal", people.Refuse.as_view()),
    path("nights", club.Nights.as_view()),
    path("nights/<uuid:night_id>", club.OneNight.as_view()),
    path("nights/<uuid:night_id>/attendances", club.Attendances.as_view()),
    path("nights/<uuid:night_id>/closing", evening.NightClosing.as_view()),
    path("nights/<uuid:night_id>/reopening", evening.NightReopening.as_view()),
    path("nights/<uuid:night_id>/scoresheets", night_sheets.NightScoresheets.as_view()),
    path("join-requests", club.JoinRequests.as_view()),
    path("tables", tables.Tables.as_view()),
    path("tables/<uuid:table_id>", tables.OneTable.as_view()),
    path("tables/<uuid:table_id>/actions", actions.Actions.as_view()),
    path("tables/<uuid:table_id>/dice", dice.Promise.as_view()),
    path("tables/<uuid:table_id>/throws", dice.Throws.as_view()),
    path("tables/<uuid:table_id>/games", evening.Games.as_view()),
    path("tables/<uuid:table_id>/games/<int:no>/board", board.GameBoard.as_view()),
    path("tables/<uuid:table_id>/legal-plays", board.LegalPlays.as_view()),
    path("tables/<uuid:table_id>/mat", board.Mat.as_view()),
    path("tables/<uuid:table_id>/scoresheet", evening.Scoresheet.as_view()),
    path("tables/<uuid:table_id>/split", splitting.Split.as_view()),
    path("tables/<uuid:table_id>/join", splitting.Join.as_view()),
    path("tables/<uuid:table_id>/stream", stream.Stream.as_view()),
    path("positions", board.Positions.as_view()),
    path("house-rules", house_rules.HouseRulesOfClub.as_view()),
    path("house-rules/schema", house_rules.Schema.as_view()),
    path("house-rules/presets", house_rules.Presets.as_view()),
    path("house-rules/presets/<str:kind>/<str:preset>", house_rules.OnePreset.as_view()),
    path("house-rules/comparison", house_rules.Compare.as_view()),
    path("house-rules/<uuid:rules_id>", house_rules.OneHouseRules.as_view()),
    path("standings", season.Standings.as_view()),
    path("books", ledger.Books.as_view()),
    path("books/<uuid:book_id>", ledger.OneBook.as_view()),
    path("books/<uuid:book_id>/export", exports.BookExport.as_view()),
    path("books/<uuid:book_id>/adjustments", keeping.Adjustments.as_view()),
    path("books/<uuid:book_id>/periods", keeping.Periods.as_view()),
    path("books/<uuid:book_id>/openings", keeping.Openings.as_view()),
    path("entries", ledger.Entries.as_view()),
    path("entries/<uuid:entry_id>/reversal", keeping.EntryReversal.as_view()),
    path("settlement-plans", ledger.Plans.as_view()),
    path("settlement-plans/<uuid:plan_id>", ledger.OnePlan.as_view()),
    path("settlement-plans/<uuid:plan_id>/confirmation", ledger.AllPaid.as_view()),
    path("settlement-plans/<uuid:plan_id>/payments/<int:no>/", include(payment)),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
]

urlpatterns = [
    path("v1/", include(v1)),
    path("docs/", docs, name="api-docs"),
    re_path("", club.Elsewhere.as_view()),
]
