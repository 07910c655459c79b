import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Invitations } from "../../ports/people/invitations.ts";
import type { OperatorRole } from "../../src/people/role.ts";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, codeTo, ConsoleBrowser, tokenOf } from "../support/people/console-browser.ts";
import { ProviderVisitor, TestProvider } from "../support/people/test-provider.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

let service: TestService;
let acme: Partner;
const provider = prepared(() => TestProvider.start());
beforeAll(async () => {
  // A service that starts while the provider is down does not wait for it.
  await provider.down();
  service = await TestService.open({ environment: provider.environment });
  provider.serve(service.baseUrl.replace("127.0.0.1", "localhost"));
  acme = await Partner.add(service, { slug: "acme" });
  await provider.up();
});
afterAll(async () => {
  await service.stop();
  await provider.down();
});

const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
const refusal = ({ status, json }: Answer) => [status, json.error];
const finish = (browser: ConsoleBrowser, answer: string) => browser.post("/sign-in/oidc/finish", { answer });

/** An operator, and the same person at the provider. */
async function operator(name: string, operatorRole: OperatorRole = "support") {
  const person = await addPerson(service, { email: `${name}@example.com`, operatorRole });
  provider.accounts.set(name, { email: person.email, isVerified: true });
  return person;
}

/** Returns the address that the browser is sent to. */
async function away(browser: ConsoleBrowser, path = "/sign-in/oidc"): Promise<string> {
  const { status, json, text } = await browser.post(path);
  expect(status, text).toBe(200);
  return json.data.url;
}

async function signedIn(
  name: string,
  { browser = new ConsoleBrowser(service), at = new ProviderVisitor() } = {},
) {
  const answer = await finish(browser, await at.visit(await away(browser), name));
  return { browser, at, answer };
}

/** Newest first. */
async function audit(personId: number | "unknown") {
  const { rows } = await sql("select action, facts from audit where subject = $1 order by id desc", [
    `person:${personId}`,
  ]);
  return rows as { readonly action: string; readonly facts: Readonly<Record<string, unknown>> }[];
}

describe("an operator at the identity provider", () => {
  it("signs in by an email that it vouches for, once; then by who it is there, whatever the email became", async () => {
    const person = await operator("ann", "owner");
    const { browser, answer } = await signedIn("ann");
    expect([answer.status, answer.json]).toEqual([200, { data: { did: "sign_in" } }]);
    expect((await browser.get("/me")).json.data).toMatchObject({
      person: { id: person.id },
      operatorRole: "owner",
      provider: { name: "Acme Staff", onlyWay: false },
      login: { means: "oidc", confirmedUntil: null },
    });
    expect((await browser.get("/sign-in/ways")).json.data).toEqual({
      passkeys: true,
      codes: true,
      provider: { name: "Acme Staff", onlyWay: false },
    });
    expect(await audit(person.id)).toMatchObject([
      { action: "login.started", facts: { means: "oidc" } },
      { action: "identity.linked", facts: { issuer: provider.issuer } },
    ]);

    provider.accounts.set("ann", { email: "ann.married@example.com", isVerified: false });
    expect((await signedIn("ann")).answer.status).toBe(200);
    // Her former address was given to another person.
    provider.accounts.set("heir", { email: person.email, isVerified: true });
    expect(refusal((await signedIn("heir")).answer)).toEqual([403, "linked_otherwise"]);
    expect((await audit(person.id))[0]).toMatchObject({
      action: "login.refused",
      facts: { means: "oidc", reason: "linked_otherwise" },
    });
    // A stolen login gets no passkey.
    expect(refusal(await browser.post("/me/passkeys/options"))).toEqual([403, "confirmation_required"]);
  });

  it("is refused with an answer of another browser, another way, another question, or used before", async () => {
    const person = await operator("ben");
    const browser = new ConsoleBrowser(service);
    const at = new ProviderVisitor();
    const asked = await away(browser);
    const cookie = browser.cookies.get("oidc")!;
    const answer = await at.visit(asked, "ben");
    const recorded = await audit("unknown");
    expect(refusal(await finish(new ConsoleBrowser(service), answer))).toEqual([400, "challenge_expired"]);
    const madeUp = new ConsoleBrowser(service);
    madeUp.cookies.set("oidc", "made-up");
    expect(refusal(await finish(madeUp, answer))).toEqual([400, "challenge_expired"]);
    // Strangers fill no audit.
    expect(await audit("unknown")).toEqual(recorded);
    const other = new ConsoleBrowser(service);
    await away(other);
    expect(refusal(await finish(other, answer))).toEqual([401, "identity_not_proven"]);
    expect((await finish(browser, answer)).status).toBe(200);
    browser.cookies.set("oidc", cookie);
    expect(refusal(await finish(browser, answer))).toEqual([400, "challenge_expired"]);
    // The provider takes a code once, too.
    const next = new URL(await away(browser));
    const replayed = answer.replace(/state=[^&]+/, `state=${next.searchParams.get("state")}`);
    expect(refusal(await finish(browser, replayed))).toEqual([401, "identity_not_proven"]);

    const tampered = async (change: (url: URL) => void, after = (query: string) => query) => {
      const url = new URL(await away(browser));
      change(url);
      return refusal(await finish(browser, after(await at.visit(url.href, "ben"))));
    };
    const unproven = [401, "identity_not_proven"];
    expect(await tampered((url) => url.searchParams.set("nonce", "another"))).toEqual(unproven);
    expect(await tampered((url) => url.searchParams.set("state", "another"))).toEqual(unproven);
    const challenge = "a".repeat(43);
    expect(await tampered((url) => url.searchParams.set("code_challenge", challenge))).toEqual(unproven);
    expect(
      await tampered(
        () => {},
        (query) => query.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil"),
      ),
    ).toEqual(unproven);
    for (const made of ["", "?", "?error=access_denied", "?code=1&state=2", "?code=%00&code=2", "no query"]) {
      await away(browser);
      expect(refusal(await finish(browser, made)), made).toEqual(unproven);
    }
    await away(browser);
    await sql("update provider_way set expires_at = now() - interval '1 second'");
    expect(refusal(await finish(browser, answer))).toEqual([400, "challenge_expired"]);
    const { rows } = await sql("select count(*)::int as n from login where person_id = $1", [person.id]);
    expect(rows[0].n).toBe(1);
    // The stored rows do not suffice to come back.
    await away(browser);
    const kept = await sql("select row_to_json(w)::text as row from provider_way w");
    expect(kept.rows.map(({ row }) => row).join()).not.toContain(browser.cookies.get("oidc"));
    expect((await audit("unknown")).every(({ action }) => action === "login.refused")).toBe(true);
  });

  it("is nobody who was not invited, nor whose email it does not vouch for; an invitation is accepted by it", async () => {
    const person = await operator("cleo");
    provider.accounts.set("cleo", { email: person.email, isVerified: false });
    expect(refusal((await signedIn("cleo")).answer)).toEqual([403, "email_not_verified"]);
    // The Kelvin sign is a k in lower case.
    await operator("kate");
    for (const email of ["\u212Aate@example.com", "kate@example.com, other@example.com"]) {
      provider.accounts.set("kelvin", { email, isVerified: true });
      expect(refusal((await signedIn("kelvin")).answer), email).toEqual([403, "email_not_verified"]);
    }
    const cyrillic = "anna@xn--h1alffa9f.xn--p1ai";
    await addPerson(service, { email: cyrillic, operatorRole: "support" });
    provider.accounts.set("anna", { email: cyrillic, isVerified: true });
    expect((await signedIn("anna")).answer.status).toBe(200);
    provider.accounts.set("stranger", { email: "stranger@example.com", isVerified: true });
    expect(refusal((await signedIn("stranger")).answer)).toEqual([403, "not_invited"]);
    const member = await addPerson(service, {
      memberOf: [{ organisationId: acme.organisation.id, role: "owner" }],
    });
    provider.accounts.set("member", { email: member.email, isVerified: true });
    expect(refusal((await signedIn("member")).answer)).toEqual([403, "not_invited"]);
    const { rows } = await sql(
      "select email from person where email like 'stranger%' or oidc_subject = 'member'",
    );
    expect(rows).toEqual([]);

    for (const email of ["stranger@example.com", member.email]) {
      const body = { email, role: "auditor" };
      const invited = await service.call("POST", "/admin/api/v1/operators", {
        key: ADMIN_TOKEN,
        body,
      });
      expect(invited.status, invited.text).toBe(201);
    }
    const { browser } = await signedIn("stranger");
    const me = (await browser.get("/me")).json.data;
    expect(me).toMatchObject({ person: { email: "stranger@example.com" }, operatorRole: "auditor" });
    expect((await audit(me.person.id)).map(({ action }) => action)).toEqual([
      "login.started",
      "person.joined",
      "identity.linked",
    ]);
    // Those who reset a member's sign-in may have kept either.
    const theirs = await ConsoleBrowser.of(service, member);
    await sql(
      `insert into passkey (person_id, credential_id, public_key, counter, transports, name, created_at)
        values ($1, 'id', 'key', 0, '{}', 'Theirs', now())`,
      [member.id],
    );
    const both = await signedIn("member");
    expect((await theirs.get("/me")).status).toBe(401);
    expect((await both.browser.get("/me/passkeys")).json.data).toEqual([]);
    expect((await both.browser.get("/me")).json.data).toMatchObject({
      person: { id: member.id },
      operatorRole: "auditor",
      memberships: [{ role: "owner" }],
    });
    expect(await service.wiring.get(Invitations).isInvited(member.email, new Date())).toBe(false);

    // The remaining link does not let a removed person in.
    await sql("update person set operator_role = null where id = $1", [me.person.id]);
    expect(refusal((await signedIn("stranger")).answer)).toEqual([403, "not_invited"]);
  });

  it("confirms by signing in there anew, as the same person, in the same browser", async () => {
    const person = await operator("dora", "owner");
    await operator("eve", "owner");
    const { browser, at } = await signedIn("dora");
    await signedIn("eve");
    const create = (slug: string) => browser.post("/organisations", { slug, name: slug });
    expect(refusal(await create("first"))).toEqual([403, "confirmation_required"]);
    expect(at.asked).toBe(1);
    const asked = new URL(await away(browser, "/me/confirm/oidc"));
    expect(asked.searchParams.get("max_age")).toBe("0");
    const answer = await at.visit(asked.href, "dora");
    expect(at.asked).toBe(2);
    expect((await finish(browser, answer)).json).toEqual({ data: { did: "confirm" } });
    expect((await create("first")).status).toBe(201);
    expect((await audit(person.id))[0]).toMatchObject({
      action: "login.confirmed",
      facts: { means: "oidc" },
    });

    await sql("update login set confirmed_at = null");
    const unproven = [401, "identity_not_proven"];
    // Another person at the same computer.
    const eves = await new ProviderVisitor().visit(await away(browser, "/me/confirm/oidc"), "eve");
    expect(refusal(await finish(browser, eves))).toEqual(unproven);
    // A provider that gets no order to ask again and reports its last sign-in; and one that reports none.
    for (const change of [
      (url: URL) => url.searchParams.set("max_age", "1000"),
      (url: URL) => url.searchParams.delete("max_age"),
    ]) {
      const url = new URL(await away(browser, "/me/confirm/oidc"));
      change(url);
      url.searchParams.delete("prompt");
      await sql("update provider_way set created_at = now() + interval '5 minutes'");
      expect(refusal(await finish(browser, await at.visit(url.href, "dora")))).toEqual(unproven);
    }
    // Signed out meanwhile.
    const late = await at.visit(await away(browser, "/me/confirm/oidc"), "dora");
    await browser.post("/sign-out");
    expect(refusal(await finish(browser, late))).toEqual(unproven);
    expect(browser.cookies.has("login")).toBe(false);
  });

  it("who comes back by a one-time link after a reset is known by a vouched email, and confirms", async () => {
    const person = await operator("ivy", "owner");
    await signedIn("ivy");
    const { origin } = new ConsoleBrowser(service);
    const strict = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: {
        ...provider.environment,
        OIDC_ONLY: "true",
        TRUST_PROXY: "1",
        OPERATOR_NETWORKS: "127.0.0.1",
        // The only address to which the provider sends browsers back.
        ADMIN_BASE_URL: origin,
      },
    });
    const signedInBy = async (link: string) => {
      const browser = new ConsoleBrowser(strict);
      browser.origin = origin;
      await browser.post("/sign-in/link", { token: tokenOf(link) });
      return browser;
    };
    const former = await signedInBy(await strict.wiring.get(PersonSignIn).newLink(person.id));
    const path = `/admin/api/v1/operators/${person.id}/sign-in/reset`;
    await away(former, "/me/confirm/oidc");
    const { json } = await strict.call("POST", path, { key: ADMIN_TOKEN });
    const ways = await sql("select 1 from provider_way where person_id = $1", [person.id]);
    expect(ways.rows).toEqual([]);
    const browser = await signedInBy(json.data.link);
    const comeBack = async (headers = {}) => {
      const url = await away(browser, "/me/confirm/oidc");
      const answer = await new ProviderVisitor().visit(url, "ivy");
      return browser.call("POST", "/sign-in/oidc/finish", { body: { answer }, headers });
    };
    const unproven = [401, "identity_not_proven"];
    provider.accounts.set("ivy", { email: person.email, isVerified: false });
    expect(refusal(await comeBack())).toEqual(unproven);
    provider.accounts.set("ivy", { email: "other@example.com", isVerified: true });
    expect(refusal(await comeBack())).toEqual(unproven);
    provider.accounts.set("ivy", { email: person.email, isVerified: true });
    const outside = { "X-Forwarded-For": "198.51.100.1" };
    expect(refusal(await comeBack(outside))).toEqual([403, "operator_network"]);
    expect((await comeBack()).json).toEqual({ data: { did: "confirm" } });
    expect((await browser.post("/organisations", { slug: "ivys", name: "Ivy's" })).status).toBe(201);
    expect((await audit(person.id)).slice(0, 2)).toMatchObject([
      { action: "login.confirmed" },
      { action: "identity.linked" },
    ]);
    await strict.stop();
  });

  it("hears that it is away, and signs in when it is back; all else goes on meanwhile", async () => {
    const person = await operator("finn");
    const fresh = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: provider.environment,
    });
    const browser = new ConsoleBrowser(fresh);
    await provider.down();
    for (let i = 0; i < 2; i++) {
      const answer = await browser.post("/sign-in/oidc");
      expect(refusal(answer)).toEqual([502, "provider_unreachable"]);
      expect(answer.json.message).toContain("does not answer");
    }
    expect((await (await ConsoleBrowser.of(fresh, person)).get("/me")).status).toBe(200);
    await provider.up();
    expect((await browser.post("/sign-in/oidc")).status).toBe(200);
    // Away again, between the two steps.
    const halfWay = new ConsoleBrowser(service);
    const answer = await new ProviderVisitor().visit(await away(halfWay), "finn");
    await provider.down();
    expect(refusal(await finish(halfWay, answer))).toEqual([502, "provider_unreachable"]);
    await provider.up();
    expect((await signedIn("finn")).answer.status).toBe(200);
    expect(fresh.logLines.join()).toContain("the identity provider cannot be used");
    for (const line of [...fresh.logLines, ...service.logLines])
      expect(line).not.toContain(provider.environment.OIDC_CLIENT_SECRET);
    await fresh.stop();
  });

  it("has no other way where there is to be none, but a one-time link; members have theirs", async () => {
    const person = await operator("gwen", "owner");
    const { browser: former } = await signedIn("gwen");
    const strict = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: { ...provider.environment, OIDC_ONLY: "true" },
    });
    expect((await new ConsoleBrowser(strict).get("/sign-in/ways")).json.data.provider.onlyWay).toBe(true);
    const elsewhere = new ConsoleBrowser(strict);
    elsewhere.cookies.set("login", former.cookies.get("login")!);
    const means = (name: string) =>
      sql("update login set means = $1 where person_id = $2", [name, person.id]);
    expect((await elsewhere.get("/me")).status).toBe(200);
    for (const closed of ["passkey", "code", "invitation"]) {
      await means(closed);
      expect(refusal(await elsewhere.get("/me")), closed).toEqual([401, "sign_in_required"]);
    }
    await means("oidc");
    const required = [403, "provider_required"];
    for (const path of ["/me/passkeys/options", "/me/confirm/options"])
      expect(refusal(await elsewhere.post(path)), path).toEqual(required);
    const byLink = await ConsoleBrowser.of(strict, person);
    expect((await byLink.get("/me")).json.data).toMatchObject({ login: { means: "link" } });

    const body = { email: "hugo@example.com", role: "support" };
    const { json } = await strict.call("POST", "/admin/api/v1/operators", { key: ADMIN_TOKEN, body });
    const token = tokenOf(json.data.link);
    expect(refusal(await new ConsoleBrowser(strict).post("/invitations/accept", { token }))).toEqual(
      required,
    );
    const email = "member@example.com";
    await addPerson(service, { email, memberOf: [{ organisationId: acme.organisation.id, role: "viewer" }] });
    const members = new ConsoleBrowser(strict);
    await members.post("/sign-in/email", { email });
    const code = await codeTo(strict, email);
    expect((await members.post("/sign-in/email/verify", { code })).status).toBe(200);
    expect((await members.get("/me")).json.data).toMatchObject({ provider: null });
    await strict.stop();
  });
});

it("without an identity provider its routes say so", async () => {
  const plain = await TestService.open({ databaseUrl: service.databaseUrl });
  const browser = new ConsoleBrowser(plain);
  expect((await browser.get("/sign-in/ways")).json.data.provider).toBe(null);
  expect(refusal(await browser.post("/sign-in/oidc"))).toEqual([400, "provider_not_offered"]);
  expect(refusal(await finish(browser, "?code=1"))).toEqual([400, "provider_not_offered"]);
  await plain.stop();
});
