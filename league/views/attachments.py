"""Hands out a file that came with a game: as a download, to those who may read its reports, never to be run."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import AttachmentContent
from league.permissions import Action
from league.views.place import PageRequest, page


@page(Action.READ_REPORTS)
@require_safe
def attachment(request: PageRequest, attachment: int) -> HttpResponseBase:
    """The file's bytes under its type as its content showed. Answers 404 where the game has no such file."""
    rows = AttachmentContent.objects.select_related("attachment")
    found = rows.filter(attachment=attachment, attachment__game=request.place.game).first()
    if found is None:
        raise Http404(_("There is no such file."))
    response = HttpResponse(bytes(found.data), content_type=found.attachment.content_type)
    response["Content-Disposition"] = str(content_disposition_header(True, found.attachment.file_name))
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response
