import { afterAll, beforeAll, expect, it } from "vitest";
import { SmtpSettings } from "../../adapters/mail/smtp-mailer.ts";
import { MailSettings } from "../../ports/settings.ts";
import { RealClock } from "../../ports/clock.ts";
import type { OrderRail } from "../../src/checkout/order.ts";
import type { OrderId } from "../../src/shared/ids.ts";
import { Chargebacks } from "../../src/settlement/chargebacks.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { MailSender } from "../../src/mails/mail-sender.ts";
import { NoticeMails } from "../../src/people/notice-mails.ts";
import type { MemberRole } from "../../src/people/role.ts";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import { Partner } from "../support/builders/partner.ts";
import { deliverAll } from "../support/builders/webhook-rig.ts";
import { addPerson, ConsoleBrowser } from "../support/people/console-browser.ts";
import { MailServer } from "../support/receivers/mail-server.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { ADMIN_TOKEN, TestClock, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FROM = "raffles@shop.example";
/** The clock of mails. */
const real = new TestClock();
let service: TestService;

const server = opened(() => MailServer.open());
beforeAll(async () => {
  const settings = { host: "127.0.0.1", port: server.port, tls: "none", login: null, from: FROM } as const;
  service = await TestService.open({
    environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=none`, MAIL_FROM: FROM },
    replace: (wiring) => {
      wiring.bind(SmtpSettings, () => settings);
      wiring.bind(RealClock, () => real);
    },
  });
});
afterAll(async () => {
  await service.stop();
});

const sql = async (text: string, ...values: unknown[]) => await service.sql(text, ...values);
const token = async (method: string, path: string, body?: object) => {
  const answer = await service.call(method, `/admin/api/v1${path}`, { key: ADMIN_TOKEN, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json.data;
};

/** Creates an organisation with one member for each role. */
async function organisationOf(slug: string, ...roles: MemberRole[]) {
  const partner = await Partner.add(service, { slug });
  const people: Partial<Record<MemberRole, Awaited<ReturnType<typeof addPerson>>>> = {};
  for (const role of roles) {
    const memberOf = [{ organisationId: partner.organisation.id, role }];
    people[role] = await addPerson(service, { email: `${role}@${slug}.example`, memberOf });
  }
  return { partner, people };
}

/** Sends notices from two calls at once, as two processes would. */
async function tellAll(): Promise<void> {
  const noticeMails = service.wiring.get(NoticeMails);
  const all = async () => {
    while ((await noticeMails.writeOnce()) > 0);
  };
  await Promise.all([all(), all()]);
  const mailSender = service.wiring.get(MailSender);
  while ((await mailSender.sendOnce()) > 0) await mailSender.drain();
}
/** Returns the mails that arrive at addresses after another `ms` milliseconds. */
async function cameLater(ms: number, ...addresses: string[]) {
  const before = server.arrived.length;
  await real.later(ms, tellAll);
  const came = server.arrived.slice(before);
  expect(came.map(({ to }) => to[0]).toSorted()).toEqual(addresses.toSorted());
  return came.map(({ email }) => ({ subject: email.subject, text: email.text! }));
}

it("of a key that is issued, handed over, claimed and rolled, whoever may hold keys is told, without the secret", async () => {
  const { partner, people } = await organisationOf("keys", "owner", "developer", "finance");
  const readers = [people.owner!.email, people.developer!.email];
  const key = { name: "shop", scopes: ["competitions:read"] };
  const { id: issuedId, key: secret } = await token("POST", "/organisations/keys/api-keys", key);
  // Any name of the key takes one line in the mail.
  await sql("update api_key set name = $1 where id = $2", "shop <b>\r\nBcc: x@evil.example", issuedId);
  const [issued] = await cameLater(MINUTE_MS, ...readers);
  expect(issued!.subject).toBe(
    "The API key “shop <b> Bcc: x@evil.example” of Partner keys was issued, and its secret was shown",
  );
  expect(issued!.text).toContain("By: The service.");
  expect(issued!.text).toMatch(/http:\/\/localhost:\d+\/admin\/o\/keys\/keys\n/);

  const handed = { name: "theirs", scopes: ["competitions:read"], handOver: true };
  const { id } = await token("POST", "/organisations/keys/api-keys", handed);
  const browser = await ConsoleBrowser.of(service, people.developer!);
  await sql("update login set confirmed_at = now()");
  const claimed = await browser.post(`/organisations/keys/api-keys/${id}/claim`);
  const rolled = await browser.post(`/organisations/keys/api-keys/${id}/roll`, { graceHours: 1 });
  expect([claimed.status, rolled.status]).toEqual([200, 200]);
  // So soon after the last mail they wait, and come together.
  await cameLater(2 * MINUTE_MS);
  const [changes] = await cameLater(12 * MINUTE_MS, ...readers);
  expect(changes!.subject).toBe("API keys of Partner keys have changed");
  const by = `By: Name of ${people.developer!.email}.`;
  expect(changes!.text).toContain("“theirs” was handed over, and waits to be claimed. By: The service.");
  expect(changes!.text).toContain(`“theirs” was claimed, and its secret was shown. ${by}`);
  expect(changes!.text).toContain(`“theirs” was rolled, and its new secret was shown. ${by}`);
  const all = server.arrived.map(({ email }) => JSON.stringify(email)).join();
  expect(secret).toMatch(/^sk_/);
  for (const shown of [secret, claimed.json.data.key, rolled.json.data.key, partner.key])
    expect(all.includes(shown)).toBe(false);
  expect(service.logLines.join("")).not.toContain(claimed.json.data.key);
  expect(service.logLines.join("")).not.toContain(rolled.json.data.key);
  await cameLater(HOUR_MS);
});

it("a receiver that fails for a week makes two mails, and one when it is disabled; one that recovers makes none", async () => {
  const { people } = await organisationOf("hooks", "owner", "manager", "developer", "viewer");
  const readers = [people.owner!.email, people.developer!.email];
  let status = 500;
  const receivers = [await startReceiver(() => ({ status: 500 })), await startReceiver(() => ({ status }))];
  const endpoints: number[] = [];
  const at = "/organisations/hooks/webhook-endpoints";
  for (const { url } of receivers)
    endpoints.push((await token("POST", at, { url: `${url}?token=hidden` })).id);
  const dispatcher = service.wiring.get(Dispatcher);
  const ping = async (endpoint: number) => {
    await token("POST", `${at}/${endpoint}/ping`);
    await deliverAll(dispatcher);
  };
  for (const endpoint of endpoints) await ping(endpoint);
  await cameLater(59 * MINUTE_MS);
  status = 200;
  await ping(endpoints[1]!);
  const [hour] = await cameLater(61 * MINUTE_MS, ...readers);
  expect(hour!.subject).toBe("Webhooks of Partner hooks have failed for 1 hour");
  expect(hour!.text).toContain(
    `Every attempt to reach ${new URL(receivers[0]!.url).origin} has failed since`,
  );
  for (const hidden of ["hidden", "?token", new URL(receivers[1]!.url).origin])
    expect(hour!.text).not.toContain(hidden);
  await ping(endpoints[0]!);
  await cameLater(23 * HOUR_MS);
  const [day] = await cameLater(25 * HOUR_MS, ...readers);
  expect(day!.subject).toBe("Webhooks of Partner hooks have failed for 24 hours");
  await cameLater(7 * 24 * HOUR_MS);

  await service.clock.later(6 * 24 * HOUR_MS, () => ping(endpoints[0]!));
  const [disabled] = await cameLater(MINUTE_MS, ...readers);
  expect(disabled!.subject).toBe("1 webhook endpoint of Partner hooks is disabled");
  expect(disabled!.text).toContain("Every attempt failed for more than five days.");
  // Disabled by hand, and enabled again before a mail was due.
  for (const enabled of [false, true]) await token("PATCH", `${at}/${endpoints[1]}`, { enabled });
  await cameLater(3 * HOUR_MS);
  await token("PATCH", `${at}/${endpoints[1]}`, { enabled: false });
  const [byHand] = await cameLater(3 * HOUR_MS, ...readers);
  expect(byHand!.text).toContain("It was switched off by hand.");
  for (const receiver of receivers) await receiver.close();
});

it("of refunds that fail, whoever may give back is told in one mail, of more an hour later, and of none that is mended", async () => {
  const { partner, people } = await organisationOf("refunds", "owner", "manager", "finance");
  const readers = [people.owner!.email, people.finance!.email];
  const { id: lotId } = await partner.lot();
  const emails = Array.from({ length: 13 }, (_, n) => `buyer-${n}@private.example`);
  for (const email of emails) {
    const { id } = (await partner.checkout(lotId, { buyer: { email } })).json.data;
    await partner.provider(id, { outcome: "paid" });
  }
  await partner.post(`/competitions/${lotId}/cancel`);
  while ((await service.wiring.get(LotUnwinder).unwindOnce()) > 0);
  const ids = (await sql("select id from refund where organisation_id = $1", partner.organisation.id)).map(
    ({ id }) => id,
  );
  expect(ids).toHaveLength(13);
  const fail = (wanted: string[]) =>
    sql(
      "update refund set state = 'failed', failed_at_rail = true, due_at = null where id = any($1)",
      wanted,
    );
  await fail(ids.slice(0, 12));
  await cameLater(0);
  const [told] = await cameLater(2 * MINUTE_MS, ...readers);
  expect(told!.subject).toBe("12 refunds of Partner refunds failed");
  expect(told!.text.match(/\$25\.00 of order cs_/g)).toHaveLength(10);
  expect(told!.text).toContain("And 2 more.");
  expect(told!.text).not.toContain("private.example");

  // Another, and one that is tried again and fails again.
  await fail(ids.slice(12));
  await token("POST", `/organisations/refunds/refunds/${ids[0]}/retry`);
  await fail([ids[0]]);
  await cameLater(4 * MINUTE_MS);
  const [more] = await cameLater(63 * MINUTE_MS, ...readers);
  expect(more!.subject).toBe("2 refunds of Partner refunds failed");
  // Retried before a mail was due.
  await token("POST", `/organisations/refunds/refunds/${ids[1]}/retry`);
  await fail([ids[1]]);
  await token("POST", `/organisations/refunds/refunds/${ids[1]}/retry`);
  await cameLater(4 * HOUR_MS);
});

/** Sells orders that are then disputed. */
async function disputedOf(slug: string, orders: number) {
  const { partner, people } = await organisationOf(slug, "owner", "manager", "finance");
  const { id: lotId } = await partner.lot();
  const ids: string[] = [];
  for (let n = 0; n < orders; n += 1) {
    const { id } = (await partner.checkout(lotId)).json.data;
    await partner.provider(id, { outcome: "paid" });
    ids.push(id);
  }
  const [account] = await sql("select rail_account_id as id from ticket_order where id = $1", ids[0]);
  const report = (
    orderId: string | undefined,
    more: { readonly answerBy?: Date; readonly over?: "won"; readonly orderId?: null } = {},
  ) =>
    service.wiring.get(Chargebacks).reported(
      partner.organisation.id,
      { accountId: account.id } as OrderRail,
      {
        about: "dispute",
        dedupeKey: `of ${orderId}`,
        disputeId: `of ${orderId}`,
        orderId: orderId as OrderId,
        stage: "reported",
        amount: { amount: 2_500, currency: "USD" },
        ...more,
      },
      new Date(),
    );
  return { ids, report, readers: [people.owner!.email, people.finance!.email] };
}

it("of disputes that open, members who may refund receive one mail with the dates of the answers, and none of one that ended", async () => {
  const { readers, ids, report } = await disputedOf("disputed", 3);
  const answerBy = new Date("2027-03-01T12:00:00Z");
  await report(ids[0], { answerBy });
  await report(ids[1]);
  await report(ids[2]);
  await report(ids[2], { over: "won" });
  await cameLater(0);
  const [mail] = await cameLater(2 * MINUTE_MS, ...readers);
  expect(mail!.subject).toBe("2 payments of Partner disputed are disputed");
  expect(mail!.text).toContain(
    `$25.00 of order ${ids[0]}, paid via sandbox: answer by 2027-03-01 12:00 UTC.`,
  );
  expect(mail!.text).toContain(`$25.00 of order ${ids[1]}, paid via sandbox: open.`);
  expect(mail!.text).not.toContain(ids[2]);
  expect(mail!.text).toContain("/admin/o/disputed/disputes");
  // A date that is named later is mailed, each dispute once.
  await report(ids[1], { answerBy });
  await report(ids[1], { answerBy: new Date("2027-03-02T12:00:00Z") });
  const [later] = await cameLater(63 * MINUTE_MS, ...readers);
  expect(later!.subject).toBe("1 payment of Partner disputed is disputed");
  expect(later!.text).toContain(`order ${ids[1]}, paid via sandbox: answer by 2027-03-02 12:00 UTC.`);
  // The same disputes reported again write no mail.
  await report(ids[0], { answerBy });
  await cameLater(4 * HOUR_MS);
});

it("a dispute that opens again, and one whose order is found later, are mailed then", async () => {
  const { readers, ids, report } = await disputedOf("reopened", 2);
  const [again, late] = ids;
  await report(again, { over: "won" });
  await report(late, { orderId: null });
  await cameLater(2 * MINUTE_MS);
  await report(again);
  await report(late);
  const [mail] = await cameLater(2 * MINUTE_MS, ...readers);
  expect(mail!.subject).toBe("2 payments of Partner reopened are disputed");
});

it("three days before the date of an answer the same members receive a mail, unless the dispute was answered or has ended", async () => {
  const { readers, ids, report } = await disputedOf("due", 5);
  const [waiting, answered, ended, moved, late] = ids;
  const inDays = (days: number) => new Date(real.now().getTime() + days * DAY_MS);
  const answerBy = inDays(10);
  for (const id of [waiting, answered, ended, moved]) await report(id, { answerBy });
  // Its first mail is less than a day before.
  await report(late, { answerBy: inDays(3.5) });
  await cameLater(2 * MINUTE_MS, ...readers);
  await report(answered);
  await report(ended, { over: "won" });
  await report(moved, { answerBy: inDays(20) });
  await cameLater(2 * HOUR_MS, ...readers);
  await cameLater(6 * DAY_MS);
  const [due] = await cameLater(7 * DAY_MS + MINUTE_MS, ...readers);
  expect(due!.subject).toBe("1 dispute of Partner due must be answered within three days");
  expect(due!.text).toContain(
    `order ${waiting}, paid via sandbox: answer by ${answerBy.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
  );
  await cameLater(16 * DAY_MS);
  const [later] = await cameLater(17 * DAY_MS + MINUTE_MS, ...readers);
  expect(later!.text).toContain(`order ${moved}, `);
  await cameLater(25 * DAY_MS);
});

it("a kind of a later version waits for it, and holds up no other", async () => {
  const { partner, people } = await organisationOf("later", "owner");
  await sql("alter table notice drop constraint notice_kind_check");
  await sql(
    `insert into notice (organisation_id, kind, about, facts, due_at) values ($1, 'of_a_later_version', 1, '{}', now())`,
    partner.organisation.id,
  );
  await token("POST", "/organisations/later/api-keys", { name: "one", scopes: ["competitions:read"] });
  await cameLater(MINUTE_MS, people.owner!.email);
  expect(await sql("delete from notice where kind = 'of_a_later_version' returning kind")).toHaveLength(1);
});

it("nothing waits where nobody works, or where no mails leave", async () => {
  await organisationOf("empty");
  await token("POST", "/organisations/empty/api-keys", { name: "one", scopes: ["competitions:read"] });
  const waiting = () =>
    sql("select 1 from notice n join organisation g on g.id = n.organisation_id and g.slug = any($1)", [
      "empty",
      "silent",
    ]);
  expect(await waiting()).toEqual([]);
  await organisationOf("silent", "owner");
  await token("POST", "/organisations/silent/api-keys", { name: "one", scopes: ["competitions:read"] });
  expect(await waiting()).toHaveLength(1);
  const silent = await TestService.open({
    databaseUrl: service.databaseUrl,
    replace: (wiring) => {
      wiring.bind(MailSettings, () => ({ offered: false, mailbox: false }));
      wiring.bind(RealClock, () => real);
    },
  });
  await real.later(MINUTE_MS, () => silent.wiring.get(NoticeMails).writeOnce());
  await silent.stop();
  expect(await waiting()).toEqual([]);
});
