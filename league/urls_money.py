"""Addresses of the pages of a season's money."""

from django.urls import URLPattern, URLResolver, path

from league.views.money import cards, entries, overview, statements

_MONEY = "leagues/<slug:league>/<str:season>/money/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_MONEY, overview.money, name="money"),
    path(f"{_MONEY}reminders/", overview.remind, name="money_reminders"),
    path(f"{_MONEY}amounts/", overview.amounts, name="money_amounts"),
    path(f"{_MONEY}record/", entries.record, name="money_record"),
    path(f"{_MONEY}pay/", cards.pay, name="money_pay"),
    path(f"{_MONEY}cards/", cards.cards, name="money_cards"),
    path(f"{_MONEY}cards/<int:checkout>/", cards.card, name="money_card"),
    path("payments/stripe/<slug:league>/", cards.events, name="card_events"),
    path(f"{_MONEY}entries/<int:entry>/", entries.entry, name="money_entry"),
    path(f"{_MONEY}teams/<int:team>/", statements.of_team, name="money_team"),
    path(f"{_MONEY}associations/<int:association>/", statements.of_association, name="money_association"),
    path(f"{_MONEY}people/<int:person>/", statements.of_person, name="money_person"),
]
