// From an empty account to a verified draw: node walk.mts, with RAFFLE_API_KEY (all scopes) and RAFFLE_BASE_URL. It moves the
// service's clock, so it runs outside production.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { PartnerRaffle } from "partner-raffle";
import { verify as verifyDraw } from "partner-raffle/draws";
import { verify as verifyWebhook } from "partner-raffle/webhooks";

const baseUrl = process.env.RAFFLE_BASE_URL!;
const raffle = new PartnerRaffle();
const { organisation } = await raffle.get("/whoami");

// A webhook endpoint, whose deliveries are verified as they come.
let secret = "";
const types = new Set<string>();
const receiver = createServer(async (request, response) => {
  const { type } = await verifyWebhook(
    await text(request),
    new Headers(request.headers as Record<string, string>),
    [secret],
  );
  types.add(type);
  response.end();
  receiver.emit("delivery");
});
await once(receiver.listen(0, "127.0.0.1"), "listening");
const { port } = receiver.address() as AddressInfo;
const endpoint = await raffle.post("/webhook-endpoints", { body: { url: `http://127.0.0.1:${port}/hooks` } });
({ secret } = endpoint);

// A prize, and a competition that ends tomorrow.
const prize = await raffle.post("/prizes", {
  body: { name: "Road bike", category: "bike", retailValueUSDCents: 320_000 },
});
const clock = await sandbox("/clock");
const { id } = await raffle.post("/competitions", {
  body: {
    prizeId: prize.id,
    title: "Win a road bike",
    ticketPriceUSDCents: 2_500,
    maxTickets: 1_000,
    startDate: clock.now,
    endDate: new Date(Date.parse(clock.now) + 86_400_000).toISOString(),
  },
});
await raffle.patch("/competitions/{id}", { path: { id }, body: { status: "active" } });

// A buyer, who pays.
const session = await raffle.post("/checkout/sessions", {
  body: { competitionId: id, quantity: 2, buyer: { email: "buyer@example.com" } },
});
await sandbox(`/payments/${session.id}`, { outcome: "paid" });
const { ticketNumbers } = await raffle.sessions.waitUntilFinal(session.id);
console.log(`tickets ${ticketNumbers.join(", ")}`);

// Two days later: the competition has ended and is drawn, as its webhooks report.
await sandbox("/clock", { advanceSec: 172_800 });
while (!types.has("entry.confirmed") || !types.has("draw.completed")) await once(receiver, "delivery");
console.log("webhooks verified");
receiver.close();
await raffle.delete("/webhook-endpoints/{id}", { path: { id: endpoint.id } });

const draw = await verifyDraw(`${baseUrl}/embed/${organisation.slug}/competition/${id}/draw.json`);
console.log(`draw verified: ticket ${draw.ticketNumber} of ${ticketNumbers.length} wins`);

/** Calls controls of simulated parts. */
async function sandbox(path: string, body?: object) {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${baseUrl}/sandbox${path}`, body && init);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
