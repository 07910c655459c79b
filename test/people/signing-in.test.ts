import { describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, codeTo, ConsoleBrowser, mailsTo, tokenOf } from "../support/people/console-browser.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { opened, prepared } from "../support/opened.ts";

const service = opened(() => TestService.open());
const acme = prepared(() => Partner.add(service, { slug: "acme" }));

const member = (email?: string) =>
  addPerson(service, { email, memberOf: [{ organisationId: acme.organisation.id, role: "developer" }] });
const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);

/** But for what differs between any two answers. */
function comparable({ status, headers, text }: Answer) {
  const own = /^(date|x-request-id|set-cookie)$/;
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};|Expires=[^;]+/g, ""));
  return { status, headers: [...headers].filter(([name]) => !own.test(name)), cookies, text };
}

describe("a code", () => {
  it("signs in once, in the browser that asked, and says who it is", async () => {
    const { id, email } = await member();
    const browser = new ConsoleBrowser(service);
    const other = new ConsoleBrowser(service);
    expect((await browser.get("/me")).status).toBe(401);
    expect((await browser.post("/sign-in/email", { email: ` ${email.toUpperCase()} ` })).json).toEqual({
      data: { minutes: 10 },
    });
    const code = await codeTo(service, email);
    expect(code).toMatch(/^\d{8}$/);
    expect((await other.post("/sign-in/email/verify", { code })).json).toMatchObject({
      error: "wrong_code",
      triesLeft: 0,
    });
    const waiting = new Map(browser.cookies);
    const signedIn = await browser.post("/sign-in/email/verify", {
      code: `${code.slice(0, 4)} ${code.slice(4)}`,
    });
    expect(signedIn.json).toEqual({ data: { signedIn: true } });
    expect(signedIn.headers.getSetCookie().join()).toMatch(
      /login=[\w-]{43}; Max-Age=1209600; Path=\/; .*HttpOnly; SameSite=Strict/,
    );
    const me = (await browser.get("/me")).json.data;
    expect(me).toMatchObject({
      person: { id, email },
      operatorRole: null,
      memberships: [{ organisation: { slug: "acme", name: acme.organisation.name }, role: "developer" }],
      permissions: [],
      hasPasskey: false,
      passkeysPossible: true,
      publicUrl: service.baseUrl,
      login: { confirmedUntil: null },
    });
    expect(me.memberships[0].permissions).toContain("webhooks:secret");
    expect(me.memberships[0].permissions).not.toContain("orders:refund");
    // What the browser keeps is nowhere in the database.
    const { rows } = await sql("select row_to_json(l)::text as row from login l");
    expect(rows.map(({ row }) => row).join()).not.toContain(browser.cookies.get("login"));
    for (const [name, value] of waiting) other.cookies.set(name, value);
    expect((await other.post("/sign-in/email/verify", { code })).json).toMatchObject({ triesLeft: 0 });
  });

  it("may be tried five times, for ten minutes, and the sixth try is as if none were open", async () => {
    const { email } = await member();
    const browser = new ConsoleBrowser(service);
    await browser.post("/sign-in/email", { email });
    const code = await codeTo(service, email);
    const wrong = code === "00000000" ? "11111111" : "00000000";
    const left: number[] = [];
    for (let i = 0; i < 5; i++)
      left.push((await browser.post("/sign-in/email/verify", { code: wrong })).json.triesLeft);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const sixth = await browser.post("/sign-in/email/verify", { code });
    expect(sixth.json).toEqual(
      (await new ConsoleBrowser(service).post("/sign-in/email/verify", { code })).json,
    );

    await browser.post("/sign-in/email", { email });
    const late = await codeTo(service, email);
    await sql("update person_code set expires_at = now() - interval '1 second'");
    expect((await browser.post("/sign-in/email/verify", { code: late })).status).toBe(400);
  });

  it("is asked for with one answer, whoever has the email; the sixth of an hour is not sent", async () => {
    const { email } = await member();
    const known = await new ConsoleBrowser(service).post("/sign-in/email", { email });
    const unknown = await new ConsoleBrowser(service).post("/sign-in/email", { email: "nobody@example.com" });
    expect(comparable(unknown)).toEqual(comparable(known));
    expect(await mailsTo(service, "nobody@example.com")).toEqual([]);
    for (let i = 0; i < 5; i++) {
      const again = await new ConsoleBrowser(service).post("/sign-in/email", { email });
      expect(comparable(again)).toEqual(comparable(known));
    }
    expect(await mailsTo(service, email)).toHaveLength(5);
    await sql("delete from failure_budget");
  });

  it("is still mailed, once an hour, to a browser that has used one before when strangers have asked for all", async () => {
    const { email } = await member();
    const own = new ConsoleBrowser(service);
    await own.post("/sign-in/email", { email });
    expect((await own.post("/sign-in/email/verify", { code: await codeTo(service, email) })).status).toBe(
      200,
    );
    await own.post("/sign-out");
    for (let i = 0; i < 6; i++) await new ConsoleBrowser(service).post("/sign-in/email", { email });
    const before = (await mailsTo(service, email)).length;

    const other = await member();
    const stranger = new ConsoleBrowser(service);
    await stranger.post("/sign-in/email", { email: other.email });
    await stranger.post("/sign-in/email/verify", { code: await codeTo(service, other.email) });
    await stranger.post("/sign-in/email", { email });
    expect(await mailsTo(service, email)).toHaveLength(before);

    await Promise.all([own, own].map((browser) => browser.post("/sign-in/email", { email })));
    expect(await mailsTo(service, email)).toHaveLength(before + 1);
    await own.post("/sign-in/email", { email });
    expect(await mailsTo(service, email)).toHaveLength(before + 1);
    await sql("delete from failure_budget");
  });

  it("does not sign in operators, or whoever works here no more", async () => {
    const operator = await addPerson(service, { operatorRole: "support" });
    const gone = await addPerson(service, {});
    const browser = new ConsoleBrowser(service);
    await browser.post("/sign-in/email", { email: operator.email });
    expect(await mailsTo(service, operator.email)).toMatchObject([{ kind: "code_refused" }]);
    await browser.post("/sign-in/email", { email: gone.email });
    expect(await mailsTo(service, gone.email)).toEqual([]);
  });

  it("is refused to a client address that asks for too many", async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 31; i++) {
      const { status } = await new ConsoleBrowser(service).post("/sign-in/email", {
        email: `${i}@example.com`,
      });
      statuses.add(status);
    }
    await sql("delete from failure_budget");
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe("a one-time link", () => {
  it("signs in once, within a day; a newer one ends it", async () => {
    const operator = await addPerson(service, { operatorRole: "owner" });
    const signIn = service.wiring.get(PersonSignIn);
    const older = await signIn.newLink(operator.id);
    const link = await signIn.newLink(operator.id);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/admin\/link#[\w-]{43}$/);
    const browser = new ConsoleBrowser(service);
    const expired = await browser.post("/sign-in/link", { token: tokenOf(older) });
    expect([expired.status, expired.json.error]).toEqual([410, "link_expired"]);
    expect((await browser.post("/sign-in/link", { token: tokenOf(link) })).status).toBe(200);
    expect((await browser.get("/me")).json.data).toMatchObject({ operatorRole: "owner", memberships: [] });
    expect((await browser.post("/sign-in/link", { token: tokenOf(link) })).status).toBe(410);
    const late = await signIn.newLink(operator.id);
    await sql("update sign_in_link set expires_at = now() - interval '1 second' where used_at is null");
    expect((await browser.post("/sign-in/link", { token: tokenOf(late) })).status).toBe(410);
  });
});

describe("a login", () => {
  it("ends by signing out, and by its idle and longest time", async () => {
    const person = await member();
    const operator = await addPerson(service, { operatorRole: "auditor" });
    const browser = await ConsoleBrowser.of(service, person);
    const copy = new ConsoleBrowser(service);
    copy.cookies.set("login", browser.cookies.get("login")!);
    expect((await copy.get("/me")).status).toBe(200);
    expect((await browser.post("/sign-out")).json).toEqual({ data: { signedIn: false } });
    expect(browser.cookies.has("login")).toBe(false);
    const refused = await copy.get("/me");
    expect([refused.status, refused.json.error]).toEqual([401, "sign_in_required"]);

    for (const [who, idle, longest] of [
      [person, "12 hours", "14 days"],
      [operator, "1 hour", "12 hours"],
    ] as const) {
      const one = await ConsoleBrowser.of(service, who);
      const set = (column: string, age: string) =>
        sql(`update login set ${column} = now() - $1::interval where person_id = $2`, [age, who.id]);
      await set("seen_at", `${idle} -5 seconds`);
      expect((await one.get("/me")).status, idle).toBe(200);
      await set("created_at", `${longest} -5 seconds`);
      expect((await one.get("/me")).status, longest).toBe(200);
      await set("created_at", `${longest} 1 second`);
      expect((await one.get("/me")).status, longest).toBe(401);
      await set("created_at", "0 seconds");
      await set("seen_at", `${idle} 1 second`);
      expect((await one.get("/me")).status, idle).toBe(401);
    }
    // Trying out a later time does not sign a person out.
    const one = await ConsoleBrowser.of(service, person);
    await service.clock.later(30 * 86_400_000, async () => expect((await one.get("/me")).status).toBe(200));
  });

  it("has a new value at each sign-in, and the former one ends", async () => {
    const person = await member();
    const browser = await ConsoleBrowser.of(service, person);
    const former = browser.cookies.get("login")!;
    const link = await service.wiring.get(PersonSignIn).newLink(person.id);
    await browser.post("/sign-in/link", { token: tokenOf(link) });
    expect(browser.cookies.get("login")).not.toBe(former);
    browser.cookies.set("login", former);
    expect((await browser.get("/me")).status).toBe(401);
  });

  it("counts only for requests of the console's own pages, and never beside a token", async () => {
    const browser = await ConsoleBrowser.of(service, await member());
    const statusOf = async (headers: Record<string, string>, body?: object) => {
      const { status, json } = await browser.call("POST", "/sign-out", { headers, body });
      return [status, json.error];
    };
    const crossSite = [403, "cross_site_request"];
    for (const site of ["cross-site", "same-site", "none"])
      for (const body of [undefined, { any: "thing" }])
        expect(await statusOf({ "Sec-Fetch-Site": site }, body), site).toEqual(crossSite);
    expect(await statusOf({ Origin: "https://evil.example" })).toEqual(crossSite);
    expect(await statusOf({ Origin: "" })).toEqual(crossSite);
    expect(await statusOf({ Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" })).toEqual(
      crossSite,
    );
    const both = await browser.call("GET", "/me", { key: ADMIN_TOKEN });
    expect([both.status, both.json.error]).toEqual([400, "invalid_request"]);
    expect((await browser.get("/me")).status).toBe(200);
    const partners = await service.call("GET", "/api/v1/competitions", {
      headers: { Cookie: `login=${browser.cookies.get("login")}` },
    });
    expect([partners.status, partners.json.error]).toEqual([401, "missing_api_key"]);
    // A token belongs to no person.
    expect((await service.call("GET", "/admin/api/v1/me", { key: ADMIN_TOKEN })).status).toBe(401);
  });

  it("of a member opens that organisation's routes alone, as the role allows", async () => {
    await Partner.add(service, { slug: "other" });
    const browser = await ConsoleBrowser.of(service, await member());
    expect((await browser.get("/organisations/acme/api-keys")).status).toBe(200);
    const role = await browser.get("/organisations/acme/audit");
    expect([role.status, role.json]).toMatchObject([
      403,
      { error: "insufficient_role", required: "audit:read" },
    ]);
    const confirm = await browser.post("/organisations/acme/webhook-endpoints", {
      url: "https://a.example/",
    });
    expect([confirm.status, confirm.json.error]).toEqual([403, "confirmation_required"]);
    const [foreign, unknown] = [
      await browser.get("/organisations/other/api-keys"),
      await browser.get("/organisations/nobody/api-keys"),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    expect((await browser.get("/organisations")).status).toBe(403);
  });
});
