import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, ConsoleBrowser, tokenOf } from "../support/people/console-browser.ts";
import { TestProvider } from "../support/people/test-provider.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const FAILURES = 5;
const METRICS_TOKEN = "a-token-for-metrics-alone";
const INSIDE = { "X-Forwarded-For": "192.0.2.77" };
const OUTSIDE = { "X-Forwarded-For": "198.51.100.1" };

const provider = prepared(() => TestProvider.start());
const service = opened(() =>
  TestService.open({
    environment: {
      ...provider.environment,
      TRUST_PROXY: "1",
      OPERATOR_NETWORKS: "127.0.0.1,192.0.2.0/24,2001:db8::/32",
      FAILED_AUTH_PER_MINUTE: String(FAILURES),
      METRICS_TOKEN,
    },
  }),
);
const acme = prepared(() => Partner.add(service, { slug: "acme" }));

afterAll(async () => {
  await provider.down();
});

const refusal = ({ status, json }: Answer) => [status, json.error];
const linkFor = async (person: { readonly id: number }) =>
  tokenOf(await service.wiring.get(PersonSignIn).newLink(person.id));
const signIn = (browser: ConsoleBrowser, token: string, headers: Record<string, string>) =>
  browser.call("POST", "/sign-in/link", { body: { token }, headers });

describe("operators' networks", () => {
  const refused = [403, "operator_network"];

  it("refuse operators from elsewhere, at the sign-in and at every request after it, and use nothing up", async () => {
    const person = await addPerson(service, { operatorRole: "owner" });
    const token = await linkFor(person);
    const browser = new ConsoleBrowser(service);
    expect(refusal(await signIn(browser, token, OUTSIDE))).toEqual(refused);
    expect(browser.cookies.size).toBe(0);
    const rows = await service.sql(
      "select action, facts, client from audit where subject = $1",
      `person:${person.id}`,
    );
    expect(rows).toEqual([
      {
        action: "login.refused",
        facts: { means: "link", reason: "operator_network" },
        client: "198.51.100.1",
      },
    ]);
    expect((await signIn(browser, token, INSIDE)).status).toBe(200);
    const me = (headers: Record<string, string>) => browser.call("GET", "/me", { headers });
    expect((await me(INSIDE)).status).toBe(200);
    expect(refusal(await me(OUTSIDE))).toEqual(refused);
    expect((await me({ "X-Forwarded-For": "2001:db8:77::1" })).status).toBe(200);
    expect(refusal(await me({ "X-Forwarded-For": "2001:db9::1" }))).toEqual(refused);
    expect((await me({ "X-Forwarded-For": "::ffff:192.0.2.9" })).status).toBe(200);
    expect((await me({ "X-Forwarded-For": "192.0.2.77:8080" })).status).toBe(200);
    expect(refusal(await me({ "X-Forwarded-For": "unknown" }))).toEqual(refused);
    // Addresses that the client puts before the proxy's count for nothing.
    expect(refusal(await me({ "X-Forwarded-For": "192.0.2.77, 198.51.100.1" }))).toEqual(refused);
  });

  it("refuse whoever would become an operator elsewhere, by a login or by the link alone", async () => {
    const invited = async (at: TestService, email: string) => {
      const body = { email, role: "support" };
      const { json } = await at.call("POST", "/admin/api/v1/operators", { key: ADMIN_TOKEN, body });
      return tokenOf(json.data.link);
    };
    const accept = (browser: ConsoleBrowser, token: string, headers: Record<string, string>) =>
      browser.call("POST", "/invitations/accept", { body: { token }, headers });
    const roleOf = async (email: string) => {
      const text = "select operator_role from person where email = $1";
      return (await service.sql(text, email))[0]?.operator_role;
    };
    const member = await addPerson(service, {
      memberOf: [{ organisationId: acme.organisation.id, role: "viewer" }],
    });
    const browser = await ConsoleBrowser.of(service, member);
    const token = await invited(service, member.email);
    expect(refusal(await accept(browser, token, OUTSIDE))).toEqual(refused);
    expect(await roleOf(member.email)).toBe(null);
    expect((await accept(browser, token, INSIDE)).status).toBe(200);
    expect(await roleOf(member.email)).toBe("support");

    const bare = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: { SANDBOX: "false", TRUST_PROXY: "1", OPERATOR_NETWORKS: "127.0.0.1,192.0.2.0/24" },
    });
    const email = "nobody-yet@example.com";
    const link = await invited(bare, email);
    const stranger = new ConsoleBrowser(bare);
    expect(refusal(await accept(stranger, link, OUTSIDE))).toEqual(refused);
    expect(await roleOf(email)).toBe(undefined);
    expect((await accept(stranger, link, INSIDE)).status).toBe(200);
    expect(await roleOf(email)).toBe("support");
    await bare.stop();
  });

  it("refuse the operator's token from elsewhere, whether it is right or not", async () => {
    const call = (key: string, headers: Record<string, string>) =>
      service.call("GET", "/admin/api/v1/organisations", { key, headers });
    expect((await call(ADMIN_TOKEN, INSIDE)).status).toBe(200);
    const right = await call(ADMIN_TOKEN, OUTSIDE);
    expect(refusal(right)).toEqual(refused);
    expect((await call("a-wrong-token-of-nobody", OUTSIDE)).text).toBe(right.text);
    const metrics = (key: string, headers: Record<string, string>) =>
      service.call("GET", "/metrics", { key, headers });
    expect((await metrics(ADMIN_TOKEN, INSIDE)).status).toBe(200);
    expect((await metrics(METRICS_TOKEN, OUTSIDE)).status).toBe(200);
    expect((await metrics(ADMIN_TOKEN, OUTSIDE)).status).toBe(401);
  });

  it("are nothing to members", async () => {
    const person = await addPerson(service, {
      memberOf: [{ organisationId: acme.organisation.id, role: "owner" }],
    });
    const browser = new ConsoleBrowser(service);
    expect((await signIn(browser, await linkFor(person), OUTSIDE)).status).toBe(200);
    expect((await browser.call("GET", "/me", { headers: OUTSIDE })).status).toBe(200);
  });
});

it("who accepts nothing, or comes back from nowhere, spends that budget, too, and past it no entry is written", async () => {
  const at = (client: string) => ({ headers: { "X-Forwarded-For": client } });
  const body = { token: "z".repeat(43) };
  const accepted = await Promise.all(
    Array.from({ length: 12 }, () =>
      new ConsoleBrowser(service).call("POST", "/invitations/accept", { body, ...at("203.0.113.8") }),
    ),
  );
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([410, 429]));

  const nonsense = async () => {
    const browser = new ConsoleBrowser(service);
    expect((await browser.call("POST", "/sign-in/oidc", at("203.0.113.9"))).status).toBe(200);
    const answer = "?code=nonsense&state=nonsense";
    return browser.call("POST", "/sign-in/oidc/finish", { body: { answer }, ...at("203.0.113.9") });
  };
  const finished = await Promise.all(Array.from({ length: 12 }, nonsense));
  const refused = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 401).length;
  expect([refused(finished) > 0, refused(finished) < finished.length]).toEqual([true, true]);
  const entries = async () => (await service.sql("select from audit where client = '203.0.113.9'")).length;
  // One that is checked in parallel has an entry, and may learn that the others have used the budget up.
  const before = await entries();
  expect(before).toBeGreaterThanOrEqual(refused(finished));
  const later: Answer[] = [];
  for (let tries = 0; tries < 4; tries += 1) later.push(await nonsense());
  expect(refused(later)).toBeLessThan(later.length);
  expect((await entries()) - before).toBe(refused(later));
});

it("who has an invitation and is to sign in first spends nothing of it", async () => {
  const { email } = await addPerson(service, { operatorRole: "support" });
  const options = { key: ADMIN_TOKEN, body: { email, role: "viewer" } };
  const invited = await service.call("POST", "/admin/api/v1/organisations/acme/invitations", options);
  const body = { token: tokenOf(invited.json.data.link) };
  const headers = { "X-Forwarded-For": "203.0.113.10" };
  for (let tries = 0; tries < FAILURES + 2; tries += 1) {
    const accepted = await new ConsoleBrowser(service).call("POST", "/invitations/accept", { body, headers });
    expect(refusal(accepted)).toEqual([401, "sign_in_required"]);
  }
});

it("whoever holds a request's body back is judged again when it is there: removed, not confirmed any more, or without a key", async () => {
  const partner = await Partner.add(service, { slug: "held-back" });
  const memberOf = [{ organisationId: partner.organisation.id, role: "owner" }] as const;
  const [remover, ...people] = await Promise.all([1, 2, 3].map(() => addPerson(service, { memberOf })));
  const browsers = await Promise.all(
    [remover!, ...people].map((person) => ConsoleBrowser.of(service, person)),
  );
  const [first, removed, unconfirmed] = browsers as [ConsoleBrowser, ConsoleBrowser, ConsoleBrowser];
  const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
  await sql("update login set confirmed_at = now()");
  const of = ({ origin, cookies }: ConsoleBrowser) => ({
    Origin: origin,
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });
  const invitations = "/admin/api/v1/organisations/held-back/invitations";
  const invite = (email: string) => ({ email, role: "viewer" });
  const sell = { competitionId: 1, quantity: 1, buyer: { email: "buyer@example.com" } };
  const held = [
    heldBack(invitations, of(removed), invite("by-removed@example.com")),
    heldBack(invitations, of(unconfirmed), invite("by-unconfirmed@example.com")),
    heldBack("/api/v1/checkout/sessions", { Authorization: `Bearer ${partner.key}` }, sell),
    heldBack(`/admin/api/v1/organisations/held-back/members/${remover!.id}/reset`, of(unconfirmed), null),
    heldBack(invitations, of(first), invite("by-first@example.com")),
  ];
  const admitted = `select principal_kind from rate_budget
    where principal_kind = 'login' and principal_id in (select id::text from login where person_id = any($1))
      or principal_kind = 'api_key' and principal_id in (select id::text from api_key where organisation_id = $2)`;
  const whose = [[remover!.id, ...people.map(({ id }) => id)], partner.organisation.id];
  await expect.poll(async () => (await sql(admitted, whose)).rows).toHaveLength(4);
  // One of the logins has two requests, of which the second may have come a moment later.
  await delay(3_000);
  expect((await first.call("DELETE", `/organisations/held-back/members/${people[0]!.id}`)).status).toBe(200);
  await sql("update login set confirmed_at = null where person_id = $1", [people[1]!.id]);
  await sql("update api_key set revoked_at = now() where organisation_id = $1", [partner.organisation.id]);
  expect(await Promise.all(held.map(({ release }) => release()))).toEqual([
    [401, "sign_in_required"],
    [403, "confirmation_required"],
    [401, "invalid_api_key"],
    [403, "confirmation_required"],
    [201, undefined],
  ]);
  const { rows } = await sql("select email from invitation where organisation_id = $1", [
    partner.organisation.id,
  ]);
  expect(rows).toEqual([{ email: "by-first@example.com" }]);
});

/** Sends a request's head at once, and its body on demand. @param body null: an empty one, in chunks */
function heldBack(path: string, headers: Record<string, string>, body: object | null) {
  const text = body === null ? "" : JSON.stringify(body);
  const sent = request(service.baseUrl + path, {
    method: "POST",
    headers: {
      ...headers,
      ...(body === null
        ? { "Transfer-Encoding": "chunked" }
        : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
    },
  });
  sent.flushHeaders();
  return {
    async release(): Promise<[number, string | undefined]> {
      const answered = once(sent, "response") as Promise<[IncomingMessage]>;
      sent.end(text);
      const [response] = await answered;
      const { error } = (await json(response)) as { error?: string };
      return [response.statusCode!, error];
    },
  };
}

it("failed sign-ins spend the failure budget of their address, past which the right one is not looked at either", async () => {
  const person = await addPerson(service, {
    memberOf: [{ organisationId: acme.organisation.id, role: "viewer" }],
  });
  const token = await linkFor(person);
  const guesser = { "X-Forwarded-For": "203.0.113.5" };
  const browser = new ConsoleBrowser(service);
  const wrong = [
    () => browser.call("POST", "/sign-in/email/verify", { body: { code: "12345678" }, headers: guesser }),
    () => signIn(browser, "x".repeat(43), guesser),
    () => browser.call("POST", "/sign-in/passkey", { body: { response: {} }, headers: guesser }),
    () => browser.call("POST", "/invitations/look", { body: { token: "y".repeat(43) }, headers: guesser }),
  ];
  // It refills meanwhile: more than the budget comes faster than that.
  const answers = await Promise.all(Array.from({ length: 6 }).flatMap(() => wrong.map((one) => one())));
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  for (const { json, headers } of limited) {
    expect(json.error).toBe("rate_limited");
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  const rows = await service.sql("select address from failure_budget");
  expect(rows).toContainEqual({ address: "sign_in 203.0.113.5" });
  expect((await signIn(browser, token, { "X-Forwarded-For": "203.0.113.6" })).status).toBe(200);
  // Requests without a key, which any page can make a browser send, lock no user out of the console.
  const stranger = { "X-Forwarded-For": "203.0.113.7" };
  const nobody = () => service.call("GET", "/api/v1/competitions", { headers: stranger });
  const refusals = await Promise.all(Array.from({ length: 24 }, nobody));
  expect(refusals.some(({ status }) => status === 429)).toBe(true);
  expect((await signIn(new ConsoleBrowser(service), await linkFor(person), stranger)).status).toBe(200);
});
