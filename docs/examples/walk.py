# From an empty account to a verified draw: python3 walk.py, with RAFFLE_API_KEY (all scopes) and RAFFLE_BASE_URL. It moves
# the service's clock, so it runs outside production.
import json
import os
import threading
import urllib.request
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, Optional, Set

from partner_raffle import PartnerRaffle
from partner_raffle.draws import verify as verify_draw
from partner_raffle.webhooks import verify as verify_webhook

BASE_URL = os.environ["RAFFLE_BASE_URL"]


def sandbox(path: str, body: Optional[Dict[str, Any]] = None) -> Any:
    """Calls controls of simulated parts."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{BASE_URL}/sandbox{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Receiver(BaseHTTPRequestHandler):
    """Verifies deliveries as they come."""

    secret = ""
    types: Set[str] = set()
    delivery = threading.Condition()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = verify_webhook(body, dict(self.headers), self.secret)
        with self.delivery:
            self.types.add(event["type"])
            self.delivery.notify()
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


raffle = PartnerRaffle()
organisation = raffle.get("/whoami")["organisation"]

# A webhook endpoint, whose deliveries are verified as they come.
server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
endpoint = raffle.post("/webhook-endpoints", body={"url": f"http://127.0.0.1:{server.server_port}/hooks"})
Receiver.secret = endpoint["secret"]

# A prize, and a competition that ends tomorrow.
prize = raffle.post("/prizes", body={"name": "Road bike", "category": "bike", "retailValueUSDCents": 320_000})
now = sandbox("/clock")["now"]
tomorrow = datetime.fromisoformat(now.replace("Z", "+00:00")) + timedelta(days=1)
competition = raffle.post(
    "/competitions",
    body={
        "prizeId": prize["id"],
        "title": "Win a road bike",
        "ticketPriceUSDCents": 2_500,
        "maxTickets": 1_000,
        "startDate": now,
        "endDate": tomorrow.isoformat(timespec="milliseconds"),
    },
)
raffle.patch("/competitions/{id}", path={"id": competition["id"]}, body={"status": "active"})

# A buyer, who pays.
session = raffle.post(
    "/checkout/sessions",
    body={"competitionId": competition["id"], "quantity": 2, "buyer": {"email": "buyer@example.com"}},
)
sandbox(f"/payments/{session['id']}", {"outcome": "paid"})
tickets = raffle.sessions.wait_until_final(session["id"])["ticketNumbers"]
print("tickets", ", ".join(map(str, tickets)))

# Two days later: the competition has ended and is drawn, as its webhooks report.
sandbox("/clock", {"advanceSec": 172_800})
with Receiver.delivery:
    Receiver.delivery.wait_for(lambda: {"entry.confirmed", "draw.completed"} <= Receiver.types, 30)
assert {"entry.confirmed", "draw.completed"} <= Receiver.types, Receiver.types
print("webhooks verified")
server.shutdown()
raffle.delete("/webhook-endpoints/{id}", path={"id": endpoint["id"]})

draw = verify_draw(f"{BASE_URL}/embed/{organisation['slug']}/competition/{competition['id']}/draw.json")
print(f"draw verified: ticket {draw.ticket_number} of {len(tickets)} wins")
