// Sells two tickets of a new competition: node sell-a-ticket.mts, with RAFFLE_API_KEY and RAFFLE_BASE_URL.
import { PartnerRaffle } from "partner-raffle";

const DAY_MS = 86_400_000;
const raffle = new PartnerRaffle();

const prize = await raffle.post("/prizes", {
  body: { name: "Road bike", category: "bike", retailValueUSDCents: 320_000 },
});
const { id } = await raffle.post("/competitions", {
  body: {
    prizeId: prize.id,
    title: "Win a road bike",
    ticketPriceUSDCents: 2_500,
    maxTickets: 1_000,
    startDate: new Date(Date.now() - DAY_MS).toISOString(),
    endDate: new Date(Date.now() + DAY_MS).toISOString(),
  },
});
await raffle.patch("/competitions/{id}", { path: { id }, body: { status: "active" } });

const session = await raffle.post("/checkout/sessions", {
  body: { competitionId: id, quantity: 2, buyer: { email: "buyer@example.com" } },
});
// A buyer pays at session.payment.redirectUrl. Outside production the simulated provider does it at once.
await fetch(`${process.env.RAFFLE_BASE_URL}/sandbox/payments/${session.id}`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ outcome: "paid" }),
});
const { ticketNumbers } = await raffle.sessions.waitUntilFinal(session.id);
console.log(`tickets ${ticketNumbers.join(", ")}`);
