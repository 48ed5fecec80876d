"""Addresses of the pages of `discipline`."""

from django.urls import URLPattern, URLResolver, path

from discipline.views import appeals, conditions, desk, evening, incidents, lists, notices, person, suspension, year

app_name = "discipline"

_INCIDENTS = "leagues/<slug:league>/<str:season>/incidents/"
_SEASON = "leagues/<slug:league>/<str:season>/suspensions/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_SEASON, lists.season, name="season"),
    path(f"{_SEASON}reviews/", suspension.reviews, name="reviews"),
    path(f"{_SEASON}reviews/<int:review>/close/", suspension.close_review, name="close_review"),
    path(f"{_SEASON}teams/<int:team>/", lists.team, name="team"),
    path(f"{_SEASON}games/<int:game>/", lists.game, name="game"),
    path(f"{_SEASON}<int:suspension>/", suspension.suspension, name="suspension"),
    path(f"{_SEASON}<int:suspension>/decide/", suspension.decide, name="decide"),
    path(f"{_SEASON}year/", year.year, name="year"),
    path(f"{_SEASON}year/csv/", year.year_csv, name="year_csv"),
    path(f"{_SEASON}desk/", desk.desk, name="desk"),
    path(f"{_SEASON}offices/", desk.offices, name="offices"),
    path(f"{_SEASON}<int:suspension>/case/", desk.case, name="case"),
    path(f"{_SEASON}<int:suspension>/notice/", notices.prepare_notice, name="prepare_notice"),
    path(f"{_SEASON}<int:suspension>/explained/", notices.explained, name="explained"),
    path(f"{_SEASON}notices/<int:notice>/", notices.notice, name="notice"),
    path(f"{_SEASON}notices/<int:notice>/pdf/", notices.notice_paper, name="notice_paper"),
    path(f"{_SEASON}notices/<int:notice>/deliveries/<int:delivery>/", notices.delivery, name="delivery"),
    path(f"{_SEASON}<int:suspension>/appeal/", appeals.appeal, name="appeal"),
    path(f"{_SEASON}<int:suspension>/appeal/decide/", appeals.decide_appeal, name="decide_appeal"),
    path(f"{_SEASON}<int:suspension>/hearing/", appeals.hearing, name="hearing"),
    path(f"{_SEASON}games/<int:game>/teams/<int:team>/protest/", appeals.protest, name="protest"),
    path(f"{_SEASON}conditions/", conditions.conditions, name="conditions"),
    path(f"{_SEASON}conditions/<int:condition>/", conditions.condition, name="condition"),
    path(f"{_SEASON}cases/new/", conditions.new_case, name="new_case"),
    path(f"{_SEASON}cases/<int:case>/", conditions.other_case, name="other_case"),
    path(f"{_SEASON}people/<int:person>/", person.person, name="person"),
    path(f"{_SEASON}evening/", evening.evening, name="evening"),
    path(f"{_SEASON}evening/sheets/", evening.sheets, name="evening_sheets"),
    path(f"{_SEASON}evening/links/<int:evening>/revoke/", evening.revoke, name="revoke_evening"),
    path("tonight/<str:token>/", evening.tonight, name="tonight"),
    path("notices/<str:receipt>/", notices.receipt, name="receipt"),
    path(_INCIDENTS, incidents.incidents, name="incidents"),
    path(f"{_INCIDENTS}games/<int:game>/", incidents.incident_form, name="incident_form"),
    path(f"{_INCIDENTS}<int:incident>/", incidents.incident, name="incident"),
    path(f"{_INCIDENTS}<int:incident>/files/<int:file>/", incidents.incident_file, name="incident_file"),
]
