import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser, type TestBrowser } from "../support/browser/browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, mailsTo, tokenOf } from "../support/people/console-browser.ts";
import { type Json, TestService } from "../support/service/service.ts";
import { PasskeyUse } from "../../src/people/passkey-use.ts";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { Team } from "../../src/people/team.ts";
import { opened } from "../support/opened.ts";

let browser: TestBrowser | undefined;
let page: Page;
let devtools: CDPSession;
const missing: string[] = [];

const service = opened(() => TestService.open());
beforeAll(async () => {
  const launched = await sharedBrowser();
  if (launched.browser === null) return void missing.push(launched.missing);
  browser = launched.browser;
  page = await (await browser.newContext()).newPage();
  devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await page.goto(`${service.baseUrl.replace("127.0.0.1", "localhost")}/healthz`);
});
afterAll(async () => {
  await browser?.close();
});

const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);

async function newAuthenticator(): Promise<string> {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

/** Returns the answer to a request that the page sends by fetch, as the console does. */
function ask(method: string, path: string, body?: object): Promise<{ status: number; json: Json }> {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/admin/api/v1${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      });
      return { status: response.status, json: await response.json() };
    },
    [method, path, body] as const,
  );
}

/** The authenticator's answer to what the service asks for at a path; a browser's refusal by its name. */
async function answerTo(path: string, ceremony: "create" | "get"): Promise<Json> {
  const { json } = await ask("POST", path);
  if (!json.data) return json;
  return page.evaluate(
    async ([options, ceremony]) => {
      try {
        const credential = (await (ceremony === "create"
          ? navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
            })
          : navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
            }))) as PublicKeyCredential;
        return credential.toJSON();
      } catch (error) {
        return { refused: (error as Error).name };
      }
    },
    [json.data.options, ceremony] as const,
  );
}

async function signInByLink(person: { readonly id: number }): Promise<void> {
  const link = await service.wiring.get(PersonSignIn).newLink(person.id);
  expect((await ask("POST", "/sign-in/link", { token: tokenOf(link) })).status).toBe(200);
}
const refusal = ({ status, json }: { status: number; json: Json }) => [status, json.error];
const organisation = (slug: string) => ask("POST", "/organisations", { slug, name: slug });

describe("a passkey, in a browser with an authenticator", () => {
  it("is added once, confirms, signs in without an email, and its recorded answer signs in nobody", async (context) => {
    if (!browser) return context.skip(missing.join());
    const operator = await addPerson(service, { operatorRole: "owner" });
    await signInByLink(operator);
    expect((await ask("GET", "/me")).json.data).toMatchObject({ hasPasskey: false, passkeysPossible: true });
    expect(refusal(await organisation("too-soon"))).toEqual([403, "confirmation_required"]);

    const first = await newAuthenticator();
    const response = await answerTo("/me/passkeys/options", "create");
    const added = await ask("POST", "/me/passkeys", { name: "Laptop", response });
    expect(added, JSON.stringify(added.json)).toMatchObject({
      status: 201,
      json: { data: { name: "Laptop", usedAt: null } },
    });
    expect(await mailsTo(service, operator.email)).toMatchObject([{ kind: "passkey_added", name: "Laptop" }]);
    expect(refusal(await ask("POST", "/me/passkeys", { name: "Again", response }))).toEqual([
      400,
      "challenge_expired",
    ]);
    expect((await organisation("confirmed")).status).toBe(201);
    expect(await answerTo("/me/passkeys/options", "create")).toEqual({ refused: "InvalidStateError" });

    // Ten minutes later it asks, and so does adding another one.
    await sql("update login set confirmed_at = now() - interval '10 minutes'");
    expect(refusal(await organisation("later"))).toEqual([403, "confirmation_required"]);
    expect(await answerTo("/me/passkeys/options", "create")).toMatchObject({
      error: "confirmation_required",
    });
    const proof = await answerTo("/me/confirm/options", "get");
    expect((await ask("POST", "/me/confirm", { response: proof })).status).toBe(200);
    expect((await organisation("later")).status).toBe(201);

    await ask("POST", "/sign-out");
    const recorded = await answerTo("/sign-in/passkey/options", "get");
    expect((await ask("POST", "/sign-in/passkey", { response: recorded })).json).toEqual({
      data: { signedIn: true },
    });
    expect((await ask("GET", "/me")).json.data).toMatchObject({
      person: { email: operator.email },
      hasPasskey: true,
    });
    expect((await organisation("by-passkey")).status).toBe(201);
    expect(refusal(await ask("POST", "/sign-in/passkey", { response: recorded }))).toEqual([
      400,
      "challenge_expired",
    ]);
    await ask("POST", "/sign-in/passkey/options");
    expect(refusal(await ask("POST", "/sign-in/passkey", { response: recorded }))).toEqual([
      401,
      "invalid_passkey",
    ]);
    // A challenge for a confirmation does not sign in.
    const other = await answerTo("/me/confirm/options", "get");
    expect(refusal(await ask("POST", "/sign-in/passkey", { response: other }))).toEqual([
      400,
      "challenge_expired",
    ]);

    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: first });
    const second = await newAuthenticator();
    const another = await answerTo("/me/passkeys/options", "create");
    expect((await ask("POST", "/me/passkeys", { name: "Phone", response: another })).status).toBe(201);
    const { json } = await ask("GET", "/me/passkeys");
    expect(json.data.map(({ name }: Json) => name)).toEqual(["Laptop", "Phone"]);
    const remove = (index: number) => ask("DELETE", `/me/passkeys/${json.data[index].id}`);
    expect((await remove(0)).status).toBe(200);
    expect((await remove(0)).status).toBe(404);
    expect(refusal(await remove(1))).toEqual([409, "passkey_needed"]);
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: second });
  });

  it("replaces codes, and one whose counter went back is refused, recorded, and tells nothing", async (context) => {
    if (!browser) return context.skip(missing.join());
    const acme = await Partner.add(service, { slug: "acme" });
    const person = await addPerson(service, {
      memberOf: [{ organisationId: acme.organisation.id, role: "owner" }],
    });
    await signInByLink(person);
    const unused = await service.wiring.get(PersonSignIn).newLink(person.id);
    const authenticatorId = await newAuthenticator();
    const response = await answerTo("/me/passkeys/options", "create");
    await ask("POST", "/me/passkeys", { name: "Laptop", response });
    expect(refusal(await ask("POST", "/sign-in/link", { token: tokenOf(unused) }))).toEqual([
      410,
      "link_expired",
    ]);
    await ask("POST", "/sign-in/email", { email: person.email });
    expect((await mailsTo(service, person.email))[0]).toMatchObject({ kind: "code_refused" });

    await sql("update passkey set counter = 1000 where person_id = $1", [person.id]);
    const proof = await answerTo("/sign-in/passkey/options", "get");
    expect(refusal(await ask("POST", "/sign-in/passkey", { response: proof }))).toEqual([
      401,
      "invalid_passkey",
    ]);
    const { rows } = await sql("select action, facts, client from audit order by id desc limit 1");
    expect(rows).toMatchObject([
      {
        action: "login.refused",
        facts: { means: "passkey", reason: "counter_went_back" },
        client: "127.0.0.1",
      },
    ]);
    // A removed person gets the same.
    await sql("update passkey set counter = 0 where person_id = $1", [person.id]);
    await sql("delete from membership where person_id = $1", [person.id]);
    const late = await answerTo("/sign-in/passkey/options", "get");
    expect(refusal(await ask("POST", "/sign-in/passkey", { response: late }))).toEqual([
      401,
      "invalid_passkey",
    ]);
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  it("is neither added nor confirms by a login that has ended since the request was admitted", async (context) => {
    if (!browser) return context.skip(missing.join());
    const acme = await Partner.add(service, { rails: {} });
    const person = await addPerson(service, {
      memberOf: [{ organisationId: acme.organisation.id, role: "owner" }],
    });
    const { wiring } = service;
    const [team, passkeys] = [wiring.get(Team), wiring.get(PasskeyUse)];
    const signIn = wiring.get(PersonSignIn);
    const actor = { kind: "person", id: String(person.id) } as const;
    const act = { actor, requestId: "of-a-test" };
    const admitted = async () => {
      const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]));
      const { signedIn } = (await signIn.admit(cookies.get("login")!))!;
      return { signedIn, attempt: cookies.get("passkey")! };
    };
    const kept = async () => {
      const { rows } = await sql(
        `select (select count(*)::int from passkey where person_id = $1) as passkeys,
          (select count(*)::int from passkey_challenge where person_id = $1) as challenges,
          (select count(*)::int from sign_in_link where person_id = $1 and used_at is null) as links`,
        [person.id],
      );
      return rows[0];
    };
    const authenticatorId = await newAuthenticator();
    await signInByLink(person);
    const ended = await answerTo("/me/passkeys/options", "create");
    const before = await admitted();
    await sql("delete from login where person_id = $1", [person.id]);
    await signIn.newLink(person.id);
    const add = ({ signedIn, attempt }: typeof before, response: Json) =>
      passkeys.add(act, signedIn, { attempt, response, name: "Theirs" });
    await expect(add(before, ended)).rejects.toMatchObject({ code: "sign_in_required" });
    expect(await kept()).toEqual({ passkeys: 0, challenges: 0, links: 1 });

    await signInByLink(person);
    const reset = await answerTo("/me/passkeys/options", "create");
    const stolen = await admitted();
    await team.resetMember(act, null, acme.organisation, person.id);
    expect(await kept()).toEqual({ passkeys: 0, challenges: 0, links: 1 });
    await expect(add(stolen, reset)).rejects.toMatchObject({ code: "challenge_expired" });
    expect(await kept()).toEqual({ passkeys: 0, challenges: 0, links: 1 });

    await signInByLink(person);
    const response = await answerTo("/me/passkeys/options", "create");
    expect((await ask("POST", "/me/passkeys", { name: "Own", response })).status).toBe(201);
    const proof = await answerTo("/me/confirm/options", "get");
    const { signedIn, attempt } = await admitted();
    await sql("delete from login where person_id = $1", [person.id]);
    await expect(passkeys.confirm(act, signedIn, { attempt, response: proof })).rejects.toMatchObject({
      code: "sign_in_required",
    });
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  it("of an operator opens nothing where operators sign in at an identity provider alone", async (context) => {
    if (!browser) return context.skip(missing.join());
    await signInByLink(await addPerson(service, { operatorRole: "support" }));
    const authenticatorId = await newAuthenticator();
    const response = await answerTo("/me/passkeys/options", "create");
    expect((await ask("POST", "/me/passkeys", { name: "Laptop", response })).status).toBe(201);
    const strict = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: {
        OIDC_ISSUER: "https://login.example",
        OIDC_CLIENT_ID: "raffle",
        OIDC_CLIENT_SECRET: "a-secret-of-nobody",
        OIDC_ONLY: "true",
      },
    });
    await page.goto(`${strict.baseUrl.replace("127.0.0.1", "localhost")}/healthz`);
    const closed = await answerTo("/sign-in/passkey/options", "get");
    expect(refusal(await ask("POST", "/sign-in/passkey", { response: closed }))).toEqual([
      403,
      "provider_required",
    ]);
    const { rows } = await sql("select action, facts from audit order by id desc limit 1");
    expect(rows).toEqual([
      { action: "login.refused", facts: { means: "passkey", reason: "provider_required" } },
    ]);
    await page.goto(`${service.baseUrl.replace("127.0.0.1", "localhost")}/healthz`);
    await strict.stop();
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });
});
