"""Pages of nights and tables, under a club's address."""

from django.urls import path

from games import board_views, correcting_views, dice_views, sheet_views, splitting_views, views

urlpatterns = [
    path("nights/<uuid:night_id>/", views.night, name="night"),
    path("nights/<uuid:night_id>/come/", views.come, name="come"),
    path("nights/<uuid:night_id>/people/<int:attendance_id>/", views.attendance, name="attendance"),
    path("nights/<uuid:night_id>/tables/new/", views.new_table, name="new_table"),
    path("nights/<uuid:night_id>/tables/join/", splitting_views.join_tables, name="join_tables"),
    path("nights/<uuid:night_id>/close/", views.close_night, name="close_night"),
    path("nights/<uuid:night_id>/reopen/", views.reopen_night, name="reopen_night"),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<uuid:table_id>/act/", views.act, name="act"),
    path("tables/<uuid:table_id>/fragment/", views.table_fragment, name="table_fragment"),
    path("tables/<uuid:table_id>/stream/", views.table_stream, name="table_stream"),
    path("tables/<uuid:table_id>/phone/", views.phone_role, name="phone_role"),
    path("tables/<uuid:table_id>/board/", board_views.board, name="board"),
    path("tables/<uuid:table_id>/board/view/", board_views.board_view, name="board_view"),
    path("tables/<uuid:table_id>/games/<int:no>/", board_views.replay, name="replay"),
    path("tables/<uuid:table_id>/games/<int:no>/correct/", correcting_views.correct, name="correct_game"),
    path("tables/<uuid:table_id>/dice/", dice_views.dice, name="dice"),
    path("tables/<uuid:table_id>/dice/promise/", dice_views.promise, name="promise_dice"),
    path("tables/<uuid:table_id>/dice/throw/", dice_views.throw, name="throw_dice"),
    path("tables/<uuid:table_id>/sheet/", views.sheet, name="sheet"),
    path("tables/<uuid:table_id>/scoresheet.yaml", sheet_views.sheet_yaml, name="sheet_yaml"),
    path("tables/<uuid:table_id>/scoresheet.json", sheet_views.sheet_json, name="sheet_json"),
    path("tables/<uuid:table_id>/record.mat", sheet_views.sheet_mat, name="sheet_mat"),
    path("nights/<uuid:night_id>/scoresheets.yaml", sheet_views.night_yaml, name="night_yaml"),
    path("nights/<uuid:night_id>/scoresheets.json", sheet_views.night_json, name="night_json"),
    path("nights/<uuid:night_id>/import/", sheet_views.import_page, name="import_sheets"),
    path("tables/<uuid:table_id>/split/", splitting_views.split_table, name="split_table"),
    path("tables/<uuid:table_id>/rules/", views.table_rules, name="table_rules"),
    path("standings/", views.standings, name="standings"),
]
