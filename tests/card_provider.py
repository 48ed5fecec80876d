"""Plays the card provider on this machine: makes pages to pay on, and signs messages as the real one does."""

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl
from urllib.request import Request, urlopen

import stripe

KEY, SIGNING = "sk_test_4eC39HqLyjWDarjtT1zdp7dc", "whsec_test_signing_secret"


def message(kind: str, thing: dict[str, Any], *, id: str = "", at: int | None = None, live: bool = False) -> str:
    """The body of a message, in the shape that the provider documents."""
    return json.dumps(
        {
            "id": id or f"evt_{secrets.token_hex(8)}",
            "object": "event",
            "api_version": "2026-09-30.dahlia",
            "created": int(time.time()) if at is None else at,
            "data": {"object": thing},
            "livemode": live,
            "pending_webhooks": 1,
            "request": {"id": None, "idempotency_key": None},
            "type": kind,
        }
    )


def session(key: str, cents: int, payment: str = "pi_1", **other: Any) -> dict[str, Any]:
    """A checkout session as it stands in a message."""
    return {
        "id": f"cs_test_{key}",
        "object": "checkout.session",
        "amount_subtotal": cents,
        "amount_total": cents,
        "client_reference_id": key,
        "currency": "usd",
        "livemode": False,
        "metadata": {"checkout": key},
        "mode": "payment",
        "payment_intent": payment,
        "payment_method_types": ["card"],
        "payment_status": "paid",
        "status": "complete",
        "url": None,
    } | other


def refund(cents: int, payment: str = "pi_1", status: str = "succeeded", id: str = "re_1") -> dict[str, Any]:
    """A refund as it stands in a message."""
    return {
        "id": id,
        "object": "refund",
        "amount": cents,
        "charge": "ch_1",
        "currency": "usd",
        "metadata": {},
        "payment_intent": payment,
        "reason": "requested_by_customer",
        "status": status,
    }


def charge(refunded: int, cents: int, payment: str = "pi_1") -> dict[str, Any]:
    """A charge as it stands in a message about its refunds."""
    return {
        "id": "ch_1",
        "object": "charge",
        "amount": cents,
        "amount_refunded": refunded,
        "currency": "usd",
        "metadata": {},
        "payment_intent": payment,
        "refunded": refunded == cents,
        "status": "succeeded",
    }


def dispute(cents: int, status: str, payment: str = "pi_1") -> dict[str, Any]:
    """A dispute as it stands in a message."""
    return {
        "id": "dp_1",
        "object": "dispute",
        "amount": cents,
        "charge": "ch_1",
        "currency": "usd",
        "metadata": {},
        "payment_intent": payment,
        "reason": "fraudulent",
        "status": status,
    }


def signed(body: str, secret: str = SIGNING, at: int | None = None) -> str:
    """The signature that goes with a body."""
    return str(stripe.WebhookSignature.generate_signature_header(body, secret, at))


@dataclass
class Provider:
    """The provider on this machine: what it was asked for, and the sessions that it made."""

    url: str
    asked: list[dict[str, str]] = field(default_factory=list)
    sessions: dict[str, dict[str, str]] = field(default_factory=dict)
    fails: bool = False
    hook: str = ""
    """Where it reports what is paid."""


@contextmanager
def provider() -> Iterator[Provider]:
    """The provider, until the block ends."""

    class Answers(BaseHTTPRequestHandler):
        def log_message(self, *args: Any) -> None:
            """Keep quiet."""

        def _answer(self, status: int, body: str, kind: str = "application/json", **headers: str) -> None:
            self.send_response(status)
            for name, value in ({"Content-Type": kind, "Content-Length": str(len(body))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def do_GET(self) -> None:
            """The page to pay on."""
            self._answer(200, "<form method=post><button>Pay now</button></form>", "text/html")

        def do_POST(self) -> None:
            sent = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()))
            if self.path.startswith("/pay/"):
                self._paid(made.sessions[self.path.removeprefix("/pay/")])
            elif made.fails or self.headers["Authorization"] != f"Bearer {KEY}":
                wrong = {"error": {"type": "invalid_request_error", "message": f"Invalid API Key provided: {KEY}"}}
                self._answer(401, json.dumps(wrong))
            else:
                self._made(sent | {"idempotency_key": self.headers["Idempotency-Key"]})

        def _made(self, sent: dict[str, str]) -> None:
            made.asked.append(sent)
            made.sessions[sent["client_reference_id"]] = sent
            answer = {
                "id": "cs_1",
                "object": "checkout.session",
                "url": f"{made.url}/pay/{sent['client_reference_id']}",
            }
            self._answer(200, json.dumps(answer))

        def _paid(self, sent: dict[str, str]) -> None:
            """Report the payment first, then send the payer back."""
            body = message("checkout.session.completed", session(sent["client_reference_id"], total(sent), "pi_page"))
            urlopen(Request(made.hook, body.encode(), {"Stripe-Signature": signed(body)}))
            self._answer(303, "", Location=sent["success_url"])

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    made = Provider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def total(sent: dict[str, str]) -> int:
    """The sum of the items that a session was asked for, in cents."""
    return sum(int(value) for name, value in sent.items() if name.endswith("[unit_amount]"))
