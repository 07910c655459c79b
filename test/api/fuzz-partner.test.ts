import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import type { Route } from "../../adapters/http/kernel/route.ts";
import { TestService } from "../support/service/service.ts";
import type { JsonValue } from "./support/arbitraries.ts";
import { PARTNER_BODIES } from "./support/examples.ts";
import { fuzz, type Target } from "./support/fuzz.ts";
import { addWorld, type Kind, nameOf, UNKNOWN, type World } from "./support/world.ts";

const service = await TestService.open();
afterAll(() => service.stop());

const SESSIONS = 20;
const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

const RETURN_HOSTS = ["shop.example"];
/** Made once: that takes longer than a request. */
const emails = fc.emailAddress();

/** Whose ids are another organisation's. */
const other = await addWorld(service, "other", { returnHosts: RETURN_HOSTS });
let worlds = 0;

/** A new organisation: what one route leaves behind is not in the way of the next. */
async function target(entryQuestionRequired: boolean): Promise<Target> {
  worlds += 1;
  const options = { entryQuestionRequired, returnHosts: RETURN_HOSTS };
  const own = await addWorld(service, `own-${worlds}`, options);
  const sessions = entryQuestionRequired ? [] : await moreSessions(own);
  const ids = (kind: Kind, more: readonly (string | number)[] = []) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(own.ids[kind], ...more) },
      fc.constant(other.ids[kind]),
      fc.constant(UNKNOWN[kind]),
    );
  return {
    url: `${service.baseUrl}/api/v1`,
    key: own.partner.key,
    prove: (method, path, body) => own.draws.proof(method, path, body),
    members: {
      "competitions/{id}": ids("competition"),
      "prizes/{id}": ids("prize"),
      "webhook-endpoints/{id}": ids("endpoint"),
      "deliveries/{id}": ids("delivery"),
      ids: fc.array(ids("competition"), { minLength: 1, maxLength: 3 }).map((list) => list.join(",")),
      "sessions/{id}": ids("session", sessions),
      "draws/{drawId}": ids("draw"),
      competitionId: ids("competition"),
      prizeId: ids("prize"),
      questionId: ids("question"),
      buyer: fc.oneof(
        emails.map((email) => ({ email })),
        fc.constantFrom<JsonValue>(
          { walletAddress: WALLET },
          { walletAddress: WALLET.toLowerCase() },
          { email: "a@example.com", walletAddress: WALLET },
          {},
        ),
      ),
      affiliate: ids("affiliate"),
      // Each call that waits takes its time.
      wait: fc.constantFrom("0", "0", "1", "26", "x"),
      currency: fc.constantFrom("USD", "USD", "USD", "EUR", "usd"),
      returnUrl: fc.constantFrom("https://shop.example/back?a=1#b", "https://elsewhere.example/"),
      sessionHref: fc.constantFrom(
        `${service.baseUrl}/sandbox/sessions/approve`,
        `${service.baseUrl}/sandbox/sessions/decline`,
        "https://elsewhere.example/sessions/1",
      ),
    },
    bodies: Object.fromEntries(
      Object.entries(PARTNER_BODIES).map(([name, example]) => [name, fc.constant(example(own.ids) as never)]),
    ),
  };
}

async function moreSessions({ partner, ids }: World): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: SESSIONS }, () => partner.checkout(Number(ids.competition))),
  );
  return answers.map(({ json }) => json.data.id);
}

/** For all routes that change nothing. */
const readers: { checkout?: Promise<Target>; others?: Promise<Target> } = {};

function targetOf({ method, path }: Pick<Route<never>, "method" | "path">): Promise<Target> {
  const of = path.startsWith("/checkout") ? "checkout" : "others";
  return method === "GET" ? (readers[of] ??= target(of === "others")) : target(of === "others");
}

test.each(partnerRoutes(service.wiring).map((route) => [nameOf(route), route] as const))(
  "%s answers nothing that is not documented, whatever it is sent",
  async (_, route) => fuzz(route, await targetOf(route)),
);

test("nothing of it was logged as a failure of ours", () => {
  expect(service.logLines.length).toBeGreaterThan(0);
  expect(service.logLines.filter((line) => /^\{"level":"(error|fatal)"/.test(line))).toEqual([]);
});
