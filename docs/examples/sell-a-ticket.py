# Sells two tickets of a new competition: python3 sell-a-ticket.py, with RAFFLE_API_KEY and RAFFLE_BASE_URL.
import os
import urllib.request
from datetime import datetime, timedelta, timezone

from partner_raffle import PartnerRaffle

raffle = PartnerRaffle()
now = datetime.now(timezone.utc)

prize = raffle.post("/prizes", body={"name": "Road bike", "category": "bike", "retailValueUSDCents": 320_000})
competition = raffle.post(
    "/competitions",
    body={
        "prizeId": prize["id"],
        "title": "Win a road bike",
        "ticketPriceUSDCents": 2_500,
        "maxTickets": 1_000,
        "startDate": (now - timedelta(days=1)).isoformat(timespec="milliseconds"),
        "endDate": (now + timedelta(days=1)).isoformat(timespec="milliseconds"),
    },
)
raffle.patch("/competitions/{id}", path={"id": competition["id"]}, body={"status": "active"})

session = raffle.post(
    "/checkout/sessions",
    body={"competitionId": competition["id"], "quantity": 2, "buyer": {"email": "buyer@example.com"}},
)
# A buyer pays at session["payment"]["redirectUrl"]. Outside production the simulated provider does it at once.
payment = f"{os.environ['RAFFLE_BASE_URL']}/sandbox/payments/{session['id']}"
as_json = {"Content-Type": "application/json"}
urllib.request.urlopen(urllib.request.Request(payment, b'{"outcome": "paid"}', as_json))
tickets = raffle.sessions.wait_until_final(session["id"])["ticketNumbers"]
print("tickets", ", ".join(map(str, tickets)))
