import type { PartnerRaffle } from "../../../typescript/src/index.ts";
import type { Command } from "../command.ts";
import { EXIT, Failure, UsageError } from "../failure.ts";
import { called } from "../service.ts";

const TYPES = ["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed"];
const SCOPES = ["competitions:read", "competitions:write", "entries:create", "events:read"] as const;
const HOUR_MS = 3_600_000;
const LONGEST_WAIT_MS = 30_000;

export const TRIGGER_COMMANDS: readonly Command[] = [
  {
    name: "trigger",
    help: `do what leads to an event, with a test key: ${TYPES.join(", ")}`,
    arguments: ["EVENT"],
    choices: TYPES,
    tool: "writes",
    run: async ({ arguments: [type], baseUrl, raffle, output, signal }) => {
      if (!TYPES.includes(type!)) throw new UsageError(`trigger: choose one of ${TYPES.join(", ")}`);
      const client = raffle();
      expectScopes(await expectTest(client, "trigger"));
      const { now } = JSON.parse(await called(`${baseUrl()}/sandbox/clock`)) as { readonly now: string };
      const id = await sale(client, baseUrl(), Date.parse(now));
      output.note(`competition ${id} has a sold ticket`);
      if (type === "lot.cancelled") await client.post("/competitions/{id}/cancel", { path: { id } });
      if (type === "lot.closed" || type === "draw.completed")
        await called(`${baseUrl()}/sandbox/clock`, { body: { advanceSec: (2 * HOUR_MS) / 1_000 } });
      const until = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]);
      for await (const event of client.events.follow({ since: now, types: [type!], signal: until }))
        if ((event.data as { readonly lotId?: number }).lotId === id)
          return output.data(event, `${event.type}  ${event.id}`);
      throw new Failure(`no ${type} of competition ${id} came`, EXIT.later);
    },
  },
];

/** @returns the scopes of a test key @throws Failure: the key is a live one */
export async function expectTest(raffle: PartnerRaffle, what: string): Promise<readonly string[]> {
  const { organisation, scopes } = await raffle.get("/whoami");
  if (organisation.mode !== "test")
    throw new Failure(`${what} needs a key of a test organisation: nothing was made`, EXIT.notAllowed);
  return scopes;
}

/** @throws Failure: the key may not */
function expectScopes(scopes: readonly string[]): void {
  const missing = SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new Failure(`the key lacks ${missing.join(", ")}: nothing was made`, EXIT.notAllowed);
}

/** Makes a prize and a competition of two hours, and sells a ticket. @returns the competition's id */
async function sale(raffle: PartnerRaffle, baseUrl: string, nowMs: number): Promise<number> {
  const prize = await raffle.post("/prizes", {
    body: { name: "Bicycle", category: "bike", retailValueUSDCents: 100_000 },
  });
  const { id } = await raffle.post("/competitions", {
    body: {
      prizeId: prize.id,
      title: "Made by raffle trigger",
      ticketPriceUSDCents: 2_500,
      maxTickets: 100,
      startDate: new Date(nowMs - HOUR_MS).toISOString(),
      endDate: new Date(nowMs + HOUR_MS).toISOString(),
    },
  });
  await raffle.patch("/competitions/{id}", { path: { id }, body: { status: "active" } });
  const session = await raffle.post("/checkout/sessions", {
    body: { competitionId: id, buyer: { email: "buyer@example.com" } },
  });
  await called(`${baseUrl}/sandbox/payments/${session.id}`, { body: { outcome: "paid" } });
  await raffle.sessions.waitUntilFinal(session.id, { timeoutSec: 30, everySec: 0.2 });
  return id;
}
