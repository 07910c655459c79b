import { expect, it } from "vitest";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, codeTo, ConsoleBrowser, mailsTo, tokenOf } from "../support/people/console-browser.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const service = opened(() => TestService.open());
const acme = prepared(() => Partner.add(service, { slug: "acme" }));

const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
const confirmAll = () => sql("update login set confirmed_at = now()");
const token = (method: string, path: string, body?: object) =>
  service.call(method, `/admin/api/v1${path}`, { key: ADMIN_TOKEN, body });
const seen = ({ status, json }: Answer) => [status, json.error];

async function ownerOf(partner: Partner) {
  const memberOf = [{ organisationId: partner.organisation.id, role: "owner" }] as const;
  const person = await addPerson(service, { memberOf });
  const browser = await ConsoleBrowser.of(service, person);
  await confirmAll();
  return { ...person, browser };
}

it("an invitation is taken by its email alone, once, and the token shows in no log", async () => {
  const owner = await ownerOf(acme);
  const email = "new.one@example.com";
  const invited = await owner.browser.post("/organisations/acme/invitations", {
    email: " New.One@Example.com",
    role: "developer",
  });
  expect([invited.status, invited.json.data]).toMatchObject([201, { email, role: "developer", link: null }]);
  expect(
    seen(await owner.browser.post("/organisations/acme/invitations", { email, role: "viewer" })),
  ).toEqual([409, "already_member"]);
  const [mail] = await mailsTo(service, email);
  const secret = tokenOf((mail as { url: string }).url);
  const browser = new ConsoleBrowser(service);
  expect((await browser.post("/invitations/look", { token: secret })).json.data).toMatchObject({
    organisation: { slug: "acme" },
    email,
    role: "developer",
  });
  // Another person who is signed in, and a client who is not.
  expect(seen(await owner.browser.post("/invitations/accept", { token: secret }))).toEqual([
    401,
    "sign_in_required",
  ]);
  expect(seen(await browser.post("/invitations/accept", { token: secret }))).toEqual([
    401,
    "sign_in_required",
  ]);
  await browser.post("/sign-in/email", { email });
  expect((await browser.post("/sign-in/email/verify", { code: await codeTo(service, email) })).status).toBe(
    200,
  );
  const [one, other] = await Promise.all([
    browser.post("/invitations/accept", { token: secret }),
    browser.post("/invitations/accept", { token: secret }),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 410]);
  expect((await browser.get("/me")).json.data).toMatchObject({
    person: { email, name: "new one" },
    memberships: [{ organisation: { slug: "acme" }, role: "developer" }],
  });
  expect(service.logLines.join("")).not.toContain(secret);
  const { rows } = await sql(
    "select row_to_json(a)::text || row_to_json(i)::text as row from audit a, invitation i",
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);

  const again = await owner.browser.post("/organisations/acme/invitations", {
    email: "two@example.com",
    role: "viewer",
  });
  const { id } = again.json.data;
  const first = tokenOf(((await mailsTo(service, "two@example.com"))[0] as { url: string }).url);
  expect((await owner.browser.post(`/organisations/acme/invitations/${id}/resend`)).status).toBe(200);
  const second = tokenOf(((await mailsTo(service, "two@example.com"))[0] as { url: string }).url);
  expect(second).not.toBe(first);
  expect(seen(await browser.post("/invitations/look", { token: first }))).toEqual([
    410,
    "invitation_expired",
  ]);
  expect((await browser.post("/invitations/look", { token: second })).status).toBe(200);
  await sql("update invitation set expires_at = now() - interval '1 second' where id = $1", [id]);
  expect((await browser.post("/invitations/look", { token: second })).status).toBe(410);
  expect((await owner.browser.call("DELETE", `/organisations/acme/invitations/${id}`)).status).toBe(200);
  expect((await owner.browser.get("/organisations/acme/invitations")).json.data).toEqual([]);
});

it("whoever is removed, or whose sign-in is reset, is out at the next request; a reset person comes back by a link", async () => {
  const partner = await Partner.add(service, { slug: "leaving" });
  const owner = await ownerOf(partner);
  const person = await addPerson(service, {
    memberOf: [{ organisationId: partner.organisation.id, role: "finance" }],
  });
  const browser = await ConsoleBrowser.of(service, person);
  const at = `/organisations/leaving/members/${person.id}`;
  expect(seen(await owner.browser.call("PATCH", at, { body: { role: "king" } }))).toEqual([
    400,
    "invalid_request",
  ]);
  const own = `/organisations/leaving/members/${owner.id}`;
  expect(seen(await owner.browser.call("PATCH", own, { body: { role: "viewer" } }))).toEqual([
    403,
    "insufficient_role",
  ]);
  expect((await owner.browser.call("PATCH", at, { body: { role: "viewer" } })).json.data).toMatchObject({
    role: "viewer",
  });
  expect((await browser.get("/me")).json.data.memberships[0].role).toBe("viewer");
  expect((await mailsTo(service, person.email))[0]).toMatchObject({ kind: "role_changed", role: "viewer" });

  expect((await owner.browser.post(`${at}/reset`)).json.data).toEqual({ id: person.id, link: null });
  expect((await browser.get("/me")).status).toBe(401);
  const [reset] = await mailsTo(service, person.email);
  expect(
    (await browser.post("/sign-in/link", { token: tokenOf((reset as { url: string }).url) })).status,
  ).toBe(200);
  expect((await owner.browser.call("DELETE", at)).status).toBe(200);
  expect((await browser.get("/me")).status).toBe(401);
  expect((await owner.browser.get("/organisations/leaving/members")).json.data).toMatchObject([
    { id: owner.id },
  ]);
  const { rows } = await sql(
    "select action, facts, actor_kind, actor_id, actor_email, client, login_id is not null as login from audit where organisation_id = $1 and action like 'person.%' order by id",
    [partner.organisation.id],
  );
  const by = {
    actor_kind: "person",
    actor_id: String(owner.id),
    actor_email: owner.email,
    client: "127.0.0.1",
    login: true,
  };
  expect(rows).toMatchObject([
    { action: "person.role_changed", facts: { role: "viewer", formerRole: "finance" }, ...by },
    { action: "person.removed", facts: { role: null, formerRole: "viewer" }, ...by },
  ]);
});

it("the last owner stays, and two who remove each other at once leave one, of organisations and of the service", async () => {
  const partner = await Partner.add(service, { slug: "owned" });
  const [ann, bob] = [await ownerOf(partner), await ownerOf(partner)];
  const remove = (who: typeof ann, whom: typeof ann) =>
    who.browser.call("DELETE", `/organisations/owned/members/${whom.id}`);
  const both = await Promise.all([remove(ann, bob), remove(bob, ann)]);
  const owners = await sql("select person_id from membership where organisation_id = $1", [
    partner.organisation.id,
  ]);
  expect(owners.rows).toHaveLength(1);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const [left] = owners.rows.map(({ person_id: id }) => Number(id));
  const last = [409, "last_owner"];
  expect(seen(await token("DELETE", `/organisations/owned/members/${left}`))).toEqual(last);
  // Under its key the request is judged again, once there is a second owner.
  const request = { key: ADMIN_TOKEN, headers: { "Idempotency-Key": "leaving" }, body: { role: "viewer" } };
  const leave = () => service.call("PATCH", `/admin/api/v1/organisations/owned/members/${left}`, request);
  expect(seen(await leave())).toEqual(last);
  await ownerOf(partner);
  expect((await leave()).json.data).toMatchObject({ id: left, role: "viewer" });

  const boss = await addPerson(service, { operatorRole: "owner" });
  expect(seen(await token("DELETE", `/operators/${boss.id}`))).toEqual(last);
  expect(seen(await token("PATCH", `/operators/${boss.id}`, { role: "support" }))).toEqual(last);
  // The way back for the last one: the token. The path is the former one, which is still served.
  const reset = await token("POST", `/operators/${boss.id}/reset`);
  expect(
    (await new ConsoleBrowser(service).post("/sign-in/link", { token: tokenOf(reset.json.data.link) }))
      .status,
  ).toBe(200);
});

it("the first operator is invited by the token, and an owner of an organisation cannot reset an operator", async () => {
  const email = "first@example.com";
  const { json } = await token("POST", "/operators", { email, role: "account_manager" });
  const browser = new ConsoleBrowser(service);
  await browser.post("/sign-in/email", { email });
  await browser.post("/sign-in/email/verify", { code: await codeTo(service, email) });
  expect((await browser.post("/invitations/accept", { token: tokenOf(json.data.link) })).status).toBe(200);
  const me = (await browser.get("/me")).json.data;
  expect(me).toMatchObject({ operatorRole: "account_manager", memberships: [] });
  // As an operator no code signs in any more.
  await browser.post("/sign-in/email", { email });
  expect((await mailsTo(service, email))[0]).toMatchObject({ kind: "code_refused" });

  const partner = await Partner.add(service, { slug: "with-operator" });
  const owner = await ownerOf(partner);
  await sql("insert into membership values ($1, $2, 'viewer', now())", [
    partner.organisation.id,
    me.person.id,
  ]);
  const reset = await owner.browser.post(`/organisations/with-operator/members/${me.person.id}/reset`);
  expect(seen(reset)).toEqual([409, "account_manager_needed"]);
});

it("an organisation resets and signs out those who work for it alone; for others an account manager does", async () => {
  const [here, there] = [
    await Partner.add(service, { slug: "here" }),
    await Partner.add(service, { slug: "there" }),
  ];
  const owner = await ownerOf(here);
  const person = await addPerson(service, {
    memberOf: [here, there].map(({ organisation: { id } }) => ({ organisationId: id, role: "developer" })),
  });
  const browser = await ConsoleBrowser.of(service, person);
  await sql(
    `insert into passkey (person_id, credential_id, public_key, counter, transports, name, created_at)
      values ($1, 'id', 'key', 0, '{}', 'Laptop', now())`,
    [person.id],
  );
  const at = `/organisations/here/members/${person.id}`;
  const refused = await owner.browser.post(`${at}/reset`);
  expect(seen(refused)).toEqual([409, "account_manager_needed"]);
  expect((await browser.get("/me")).json.data).toMatchObject({ hasPasskey: true });
  const manager = await addPerson(service, { operatorRole: "account_manager" });
  const managers = await ConsoleBrowser.of(service, manager);
  await confirmAll();
  expect((await managers.post(`${at}/reset`)).status).toBe(200);
  expect((await browser.get("/me")).status).toBe(401);
  const operator = await addPerson(service, {
    operatorRole: "support",
    memberOf: [{ organisationId: here.organisation.id, role: "viewer" }],
  });
  expect(seen(await managers.post(`/organisations/here/members/${operator.id}/reset`))).toEqual([
    403,
    "insufficient_role",
  ]);

  // A person who works elsewhere stays signed in there, without a role here.
  const again = await ConsoleBrowser.of(service, person);
  expect((await owner.browser.call("DELETE", at)).status).toBe(200);
  expect((await again.get("/me")).json.data.memberships).toMatchObject([{ organisation: { slug: "there" } }]);
  expect((await again.get("/organisations/here/api-keys")).status).toBe(404);
  expect((await token("DELETE", `/organisations/there/members/${person.id}`)).status).toBe(200);
  expect((await again.get("/me")).status).toBe(401);
  // An operator who stays a member signs in again.
  const operators = await ConsoleBrowser.of(service, operator);
  expect((await token("DELETE", `/operators/${operator.id}`)).status).toBe(200);
  expect((await operators.get("/me")).status).toBe(401);
});

it("who is removed from two organisations at once is signed out", async () => {
  const partners = [await Partner.add(service, { rails: {} }), await Partner.add(service, { rails: {} })];
  for (let round = 0; round < 5; round++) {
    const memberOf = partners.map(
      ({ organisation: { id } }) => ({ organisationId: id, role: "viewer" }) as const,
    );
    const person = await addPerson(service, { memberOf });
    const browser = await ConsoleBrowser.of(service, person);
    const removed = await Promise.all(
      partners.map(({ organisation: { slug } }) =>
        token("DELETE", `/organisations/${slug}/members/${person.id}`),
      ),
    );
    expect(removed.map(({ status }) => status)).toEqual([200, 200]);
    expect((await browser.get("/me")).status).toBe(401);
    const { rows } = await sql("select 1 from login where person_id = $1", [person.id]);
    expect(rows).toEqual([]);
  }
});

it("a member who becomes an operator is signed out everywhere else", async () => {
  const { organisation } = await Partner.add(service, { rails: {} });
  const person = await addPerson(service, {
    memberOf: [{ organisationId: organisation.id, role: "viewer" }],
  });
  const [own, theirs] = [await ConsoleBrowser.of(service, person), await ConsoleBrowser.of(service, person)];
  const { json } = await token("POST", "/operators", { email: person.email, role: "support" });
  expect((await own.post("/invitations/accept", { token: tokenOf(json.data.link) })).status).toBe(200);
  expect((await own.get("/me")).json.data).toMatchObject({ operatorRole: "support" });
  expect((await theirs.get("/me")).status).toBe(401);
});

it("who joins another organisation while the sign-in is reset is not in the link's power", async () => {
  const [mine, theirs] = [
    await Partner.add(service, { rails: {} }),
    await Partner.add(service, { rails: {} }),
  ];
  const owner = await ownerOf(mine);
  for (let round = 0; round < 3; round++) {
    const person = await addPerson(service, {
      memberOf: [{ organisationId: mine.organisation.id, role: "viewer" }],
    });
    const browser = await ConsoleBrowser.of(service, person);
    const { slug } = theirs.organisation;
    const body = { email: person.email, role: "viewer" };
    const invited = await token("POST", `/organisations/${slug}/invitations`, body);
    const [accepted, reset] = await Promise.all([
      browser.post("/invitations/accept", { token: tokenOf(invited.json.data.link) }),
      owner.browser.post(`/organisations/${mine.organisation.slug}/members/${person.id}/reset`),
    ]);
    const { rows } = await sql("select 1 from sign_in_link where person_id = $1 and used_at is null", [
      person.id,
    ]);
    const outcome = [accepted.status, reset.status, rows.length].join();
    // Joined first, and the reset refused; joined last, and the link over; or reset first, and the join not signed in.
    expect(["200,409,0", "200,200,0", "401,200,1"]).toContain(outcome);
  }
});

it("where no mails are sent, codes are off, and an invitation's link alone admits, which the audit says", async () => {
  const bare = await TestService.open({
    environment: { SANDBOX: "false" },
  });
  const invite = await bare.call("POST", "/admin/api/v1/operators", {
    key: ADMIN_TOKEN,
    body: { email: "boss@example.com", role: "owner" },
  });
  const browser = new ConsoleBrowser(bare);
  expect(seen(await browser.post("/sign-in/email", { email: "boss@example.com" }))).toEqual([
    400,
    "mail_not_offered",
  ]);
  expect((await browser.post("/invitations/accept", { token: tokenOf(invite.json.data.link) })).status).toBe(
    200,
  );
  expect((await browser.get("/me")).json.data).toMatchObject({ operatorRole: "owner" });
  const { rows } = await bare.database.pool.query("select facts from audit where action = 'person.joined'");
  expect(rows).toMatchObject([{ facts: { proof: "link" } }]);

  // The inviter sees the link: it opens nothing of a person who works elsewhere.
  const [mine, theirs] = [await Partner.add(bare, { rails: {} }), await Partner.add(bare, { rails: {} })];
  const memberOf = [{ organisationId: theirs.organisation.id, role: "owner" }] as const;
  const victim = await addPerson(bare, { memberOf });
  const lure = await bare.call("POST", `/admin/api/v1/organisations/${mine.organisation.slug}/invitations`, {
    key: ADMIN_TOKEN,
    body: { email: victim.email, role: "viewer" },
  });
  const secret = tokenOf(lure.json.data.link);
  const stranger = new ConsoleBrowser(bare);
  expect(seen(await stranger.post("/invitations/accept", { token: secret }))).toEqual([
    401,
    "sign_in_required",
  ]);
  // Nor does a link that others have seen before the person joined another organisation.
  const own = await ConsoleBrowser.of(bare, victim);
  const kept = await bare.wiring.get(PersonSignIn).newLink(victim.id);
  expect((await own.post("/invitations/accept", { token: secret })).status).toBe(200);
  expect(seen(await stranger.post("/sign-in/link", { token: tokenOf(kept) }))).toEqual([410, "link_expired"]);
  await bare.stop();
});

it("people change their own name, which colleagues and the audit see, and what is no name is refused", async () => {
  const partner = await Partner.add(service, { slug: "renamed" });
  const { browser, id, email } = await ownerOf(partner);
  const before = (await browser.get("/me")).json.data;
  const change = (body: object) => browser.call("PATCH", "/me", { body });
  const none = ["", "  ", "a".repeat(101), 7, ["Ann"], "Ann\r\nBcc x", "Ann\u202e", "A\u200bnn"];
  const links = "Go to evil.example|evil.co|evil．co|evil。co|a/b|Call: me|ann@home|ann＠home".split("|");
  for (const name of [...none, ...links, "The service", "from THE  Service"])
    expect((await change({ name })).json, String(name)).toMatchObject({
      error: "invalid_request",
      issues: [{ path: "name" }],
    });
  expect((await change({ email: "other@example.com" })).status).toBe(400);
  expect((await change({})).json.data).toMatchObject({ person: before.person });
  const name = "Dr. Ann J.R. <b>علی\u200cرضا<b> 🧑\u200d💻";
  expect((await change({ name })).json.data).toMatchObject({ ...before, person: { id, email, name } });
  expect((await change({ name })).status).toBe(200);
  expect((await browser.get("/me")).json.data.person.name).toBe(name);
  expect((await browser.get("/organisations/renamed/members")).json.data).toMatchObject([{ id, name }]);
  const { rows } = await sql(
    "select actor_name, facts, login_id is not null as login from audit where action = 'person.renamed' and subject = $1",
    [`person:${id}`],
  );
  const formerName = before.person.name;
  expect(rows).toEqual([{ actor_name: formerName, facts: { name, formerName }, login: true }]);
  expect(seen(await new ConsoleBrowser(service).call("PATCH", "/me", { body: { name } }))).toEqual([
    401,
    "missing_api_key",
  ]);
  expect((await token("PATCH", "/me", { name })).status).toBe(401);
});

it("two people with one Idempotency-Key do not see each other's answers, and each sees the own one again", async () => {
  const partner = await Partner.add(service, { slug: "same-key" });
  const [ann, bob] = [await ownerOf(partner), await ownerOf(partner)];
  const keys = "/organisations/same-key/api-keys";
  const wanted = { name: "theirs", scopes: ["competitions:read"], handOver: true };
  const { id } = (await token("POST", keys, wanted)).json.data;
  const claim = (who: typeof ann) =>
    who.browser.call("POST", `${keys}/${id}/claim`, { headers: { "Idempotency-Key": "one" } });
  const [first, other] = [await claim(ann), await claim(bob)];
  const { key: secret } = first.json.data;
  expect(secret).toMatch(/^sk_/);
  expect([first.status, seen(other)]).toEqual([200, [409, "already_claimed"]]);
  expect(other.text).not.toContain(secret);
  const [again, otherAgain] = [await claim(ann), await claim(bob)];
  expect([again.text, otherAgain.text]).toEqual([first.text, other.text]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(service.logLines.join("")).not.toContain(secret);
  const { rows } = await sql("select row_to_json(a)::text as row from audit a");
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
});
