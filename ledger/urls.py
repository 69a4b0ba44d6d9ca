"""Pages of the books: settling up, under a club's address."""

from django.urls import path

from ledger import export_views, statement_views, treasury_views, views

urlpatterns = [
    path("settle/", views.settle, name="settle"),
    path("nights/<uuid:night_id>/settle/", views.night_settle, name="night_settle"),
    path("settle/plan/", views.make_plan, name="make_plan"),
    path("settle/plans/<uuid:plan_id>/cash/", views.settle_in_cash, name="settle_in_cash"),
    path("settle/payments/<uuid:payment_id>/<str:deed>/", views.payment, name="payment"),
    path("books/", treasury_views.desk, name="books"),
    path("books/open/", treasury_views.open_book, name="open_book"),
    path("books/<str:currency>/close/", treasury_views.close_period, name="close_period"),
    path("books/<str:currency>/adjust/", treasury_views.adjust, name="adjust"),
    path("books/<str:currency>/entries/", treasury_views.entries, name="entries"),
    path("books/<str:currency>/entries/<int:seq>/withdraw/", treasury_views.withdraw, name="withdraw"),
    path("books/<str:currency>/openings/", treasury_views.openings, name="openings"),
    path("books/export/", export_views.export, name="export"),
    path("books/export/file", export_views.export_file, name="export_file"),
    path("members/<uuid:member_id>/statement/<str:currency>.csv", statement_views.statement_csv, name="statement_csv"),
    path("members/<uuid:member_id>/statement/<str:currency>/", statement_views.statement, name="statement"),
]
