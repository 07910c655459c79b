import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { OPERATOR_BODIES } from "./support/examples.ts";
import { fuzz, type Target } from "./support/fuzz.ts";
import { addWorld, type Kind, nameOf, UNKNOWN } from "./support/world.ts";

const service = await TestService.open();
afterAll(() => service.stop());

const money = fc.constantFrom("USD", "EUR", "VND", "KWD", "JPY", "CHF", "AUD", "XXX", "ABC");
const rates = fc.constantFrom("1", "25400", "0.000000000001", "999999999999", "0");
const wallets = fc.constantFrom(
  null,
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
);

/** Made once: that takes longer than a request. */
const slugs = fc.stringMatching(/^[a-z0-9]{5,20}$/);
const hosts = fc.uniqueArray(fc.domain(), { maxLength: 3 });
const addresses = fc.oneof(
  fc.webUrl({ validSchemes: ["https"] }),
  fc.constantFrom("http://127.0.0.1:1/hook", "https://10.0.0.1/", "https://[::1]/", "http://shop.example/"),
);

/** Whose ids are another organisation's. */
const other = await addWorld(service, "other");
let worlds = 0;
/** For all routes that change nothing. */
let readers: Promise<Target> | undefined;

/** A new organisation: what one route leaves behind is not in the way of the next. */
async function target(): Promise<Target> {
  worlds += 1;
  const own = await addWorld(service, `own-${worlds}`);
  const ids = (kind: Kind) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(own.ids[kind]) },
      fc.constant(other.ids[kind]),
      fc.constant(UNKNOWN[kind]),
    );
  return {
    url: `${service.baseUrl}/admin/api/v1`,
    key: ADMIN_TOKEN,
    members: {
      "{slug}": fc.oneof(
        { weight: 10, arbitrary: fc.constant(own.marker) },
        fc.constantFrom(other.marker, "nobody"),
      ),
      "{kind}": fc.constantFrom("flow", "embed", "fields", "redirect", "qr"),
      "passkeys/{id}": fc.constantFrom(1, 900_000_000_012),
      "logins/{id}": fc.constantFrom(1, 900_000_000_013),
      "members/{id}": fc.constantFrom(1, 900_000_000_014),
      "operators/{id}": fc.constantFrom(1, 900_000_000_014),
      "invitations/{id}": fc.constantFrom(1, 900_000_000_015),
      "api-keys/{id}": ids("api key"),
      "prizes/{id}": ids("prize"),
      "questions/{id}": ids("question"),
      "webhook-endpoints/{id}": ids("endpoint"),
      "deliveries/{id}": ids("delivery"),
      "events/{id}": ids("event"),
      "orders/{id}": ids("session"),
      "accounts/{id}": ids("account"),
      "affiliates/{code}": ids("affiliate"),
      "competitions/{id}": ids("competition"),
      "winners/{id}": ids("winner"),
      "refunds/{id}": ids("refund"),
      "unmatched-payments/{id}": ids("unmatched payment"),
      "disputes/{id}": ids("dispute"),
      "notes/{id}": ids("note"),
      slug: slugs,
      url: addresses,
      fiatCurrency: money,
      rates: fc.dictionary(money, rates, { maxKeys: 2 }),
      returnHosts: hosts,
      treasuryAddress: wallets,
      provider: fc.constantFrom("sandbox", "sandbox", "nobody"),
      currencies: fc.uniqueArray(money, { minLength: 1, maxLength: 2 }),
      answerIndex: fc.constantFrom(0, 1, 5),
    },
    bodies: Object.fromEntries(
      Object.entries(OPERATOR_BODIES).map(([name, example]) => [
        name,
        fc.constant(example(own.ids) as never),
      ]),
    ),
  };
}

test.each(operatorRoutes(service.wiring).map((route) => [nameOf(route), route] as const))(
  "%s answers nothing that is not documented, whatever it is sent",
  async (_, route) => fuzz(route, route.method === "GET" ? await (readers ??= target()) : await target()),
);

test("nothing of it was logged as a failure of ours", () => {
  expect(service.logLines.length).toBeGreaterThan(0);
  expect(service.logLines.filter((line) => /^\{"level":"(error|fatal)"/.test(line))).toEqual([]);
});
