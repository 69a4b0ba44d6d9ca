"""Pages of a club's house rules, under its address."""

from django.urls import path

from games import rule_views

urlpatterns = [
    path("", rule_views.house_rules, name="house_rules"),
    path("new/", rule_views.new, name="new_house_rules"),
    path("compare/", rule_views.compare, name="compare_house_rules"),
    path("<slug:ref>/", rule_views.one, name="house_rules_one"),
]
