import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { SmtpMailer } from "../../adapters/mail/smtp-mailer.ts";
import { MAIL_VARIABLES } from "../../app/config/mail-server.ts";
import { BuyerSignIn } from "../../src/buyers/buyer-sign-in.ts";
import { Partner } from "../support/builders/partner.ts";
import { amount } from "../support/depth.ts";
import { ConsoleBrowser } from "../support/people/console-browser.ts";
import { MailServer } from "../support/receivers/mail-server.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const ADDRESSES = amount("random mail addresses", { usual: 150, deep: 500, variable: "MAIL_ADDRESSES" });
const SEED = Number(process.env.MAIL_SEED ?? 2026);

let lotId: number;
let clients = 0;
const service = opened(() => TestService.open({ environment: { TRUST_PROXY: "1" } }));
const partner = prepared(() => Partner.add(service));
beforeAll(async () => {
  lotId = (await partner.lot({ priceCents: 0, maxTickets: 100_000 })).id;
});

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCXYZ0123456789"];
const labelOf = fc.oneof(
  fc.constantFrom(
    "example",
    "xn--h1alffa9f",
    "xn--p1ai",
    "com",
    "a",
    "0",
    "192",
    "A-b",
    "-a",
    "a-",
    "a_b",
    "",
  ),
  fc.string({ unit: fc.constantFrom(...LETTERS, "-"), minLength: 1, maxLength: 8 }),
  fc.integer({ min: 60, max: 66 }).map((length) => "d".repeat(length)),
);
const localOf = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS, ...".!#$%&'*+/=?^_`{|}~-"), minLength: 1, maxLength: 12 }),
  fc.integer({ min: 62, max: 67 }).map((length) => "l".repeat(length)),
);
const written = fc
  .tuple(localOf, fc.array(labelOf, { minLength: 1, maxLength: 5 }))
  .map(([local, labels]) => `${local}@${labels.join(".")}`);
const STRAYS = [
  ...'\n \t",;:<>()[]@\\.éK',
  "\u0000",
  "\r\nBcc: b@example.com",
  ", b@example.com",
  "\u202e",
  "\u200b",
];
const spoiled = fc
  .tuple(fc.emailAddress(), fc.constantFrom(...STRAYS), fc.nat(60))
  .map(([address, stray, at]) => address.slice(0, at) + stray + address.slice(at));
const plain = fc
  .tuple(
    localOf,
    fc.constantFrom("example.com", "xn--h1alffa9f.xn--p1ai", "a.b.c.example", "1.2.3.de", "3m.co"),
  )
  .map(([local, domain]) => `${local}@${domain}`);
const SAMPLE = fc.sample(fc.oneof(plain, fc.emailAddress(), written, spoiled), {
  seed: SEED,
  numRuns: ADDRESSES,
});

const operator = (path: string, body: object) =>
  service.call("POST", `/admin/api/v1${path}`, { key: ADMIN_TOKEN, body });
/** True unless refused as an address. Limits and repeats are other refusals. */
function isAccepted({ status, json, text }: Answer): boolean {
  if (status < 400 || ["already_member", "rate_limited"].includes(json.error)) return true;
  expect([status, json.error], text).toEqual([400, "invalid_request"]);
  for (const { path } of json.issues) expect(path).toMatch(/email$/);
  return false;
}

/** Returns each entry point's judgement of an address. */
async function judgements(email: string): Promise<Record<string, boolean>> {
  // Limits count clients: each address comes from another one.
  const client = `2001:db8:${(clients += 1).toString(16)}::1`;
  const headers = { "X-Forwarded-For": client };
  const organisationId = partner.organisation.id;
  const signIn = { organisationId, email, locale: "en", client } as const;
  const slug = partner.organisation.slug;
  return {
    checkout: isAccepted(await partner.checkout(lotId, { buyer: { email } })),
    sessions: isAccepted(await partner.get(`/checkout/sessions?email=${encodeURIComponent(email)}`)),
    buyersSignIn: await service.wiring
      .get(BuyerSignIn)
      .byMail(signIn)
      .then(
        () => true,
        (error) => error.code !== "invalid_request",
      ),
    signIn: isAccepted(
      await new ConsoleBrowser(service).call("POST", "/sign-in/email", { body: { email }, headers }),
    ),
    member: isAccepted(await operator(`/organisations/${slug}/invitations`, { email, role: "developer" })),
    operator: isAccepted(await operator("/operators", { email, role: "support" })),
    mailFrom: MAIL_VARIABLES.MAIL_FROM.schema.safeParse(email.trim()).success,
    mailer:
      (
        await new SmtpMailer(null, { open: false }).post({
          from: "Acme",
          to: email.trim(),
          letter: { replyTo: null, subject: "", text: "", html: "" },
        })
      ).outcome === "accepted",
  };
}

describe("a mail address", () => {
  it(`is judged alike wherever one is read, of ${ADDRESSES} by chance (seed ${SEED})`, async () => {
    const answers = { true: 0, false: 0 };
    for (const email of SAMPLE) {
      const judged = await judgements(email);
      const verdicts = new Set(Object.values(judged));
      expect(verdicts.size, `${JSON.stringify(email)}: ${JSON.stringify(judged)}`).toBe(1);
      answers[`${judged.checkout!}`] += 1;
    }
    expect(answers.true).toBeGreaterThan(ADDRESSES / 4);
    expect(answers.false).toBeGreaterThan(ADDRESSES / 4);
  });

  it.each([
    "anna@xn--h1alffa9f.xn--p1ai",
    "ANNA@XN--H1ALFFA9F.XN--P1AI",
    "o'hara+raffle@example.co.uk",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    "a/b@example.com",
    "1@2.3.example",
    "a@3m.co",
    "-a-@example.com",
    `${"l".repeat(64)}@example.com`,
    `a@${"d".repeat(63)}.example`,
    `${"l".repeat(64)}@${"d".repeat(61)}.${"d".repeat(61)}.${"d".repeat(61)}.com`,
    " anna@example.com\r\n",
  ])("that browsers' fields and RFC 5321 allow is accepted by all: %j", async (email) =>
    expect(new Set(Object.values(await judgements(email)))).toEqual(new Set([true])),
  );

  it.each([
    "anna@example.com,ben@example.com",
    "anna@example.com;ben@example.com",
    "anna@example.com\r\nBcc: ben@example.com",
    "anna@exa\nmple.com",
    '"anna"@example.com',
    "Anna <anna@example.com>",
    "anna@example.com (Anna)",
    "anna@",
    "@example.com",
    "anna@localhost",
    "anna@127.0.0.1",
    "anna@[127.0.0.1]",
    "anna@example..com",
    "anna@-example.com",
    "anna@example-.com",
    "anna@exa_mple.com",
    ".anna@example.com",
    "anna.@example.com",
    "an..na@example.com",
    "änna@example.com",
    "anna@пример.рф",
    "\u212Aate@example.com",
    "anna@example.com\u0000",
    "anna@example.com.",
    `${"l".repeat(65)}@example.com`,
    `a@${"d".repeat(64)}.example`,
    `${"l".repeat(64)}@${"d".repeat(61)}.${"d".repeat(61)}.${"d".repeat(61)}.info`,
    " ",
  ])("that mail cannot carry, or that is none or several, is refused by all: %j", async (email) =>
    expect(new Set(Object.values(await judgements(email)))).toEqual(new Set([false])),
  );

  it("of any allowed characters reaches its mail server as it is", async () => {
    const server = await MailServer.open();
    const settings = { host: "127.0.0.1", port: server.port, tls: "none", login: null } as const;
    const mailer = new SmtpMailer({ ...settings, from: "raffles@shop.example" }, { open: false });
    const addresses = ["!#$%&'*+-/=?^_`{|}~@example.com", "anna@xn--h1alffa9f.xn--p1ai"];
    try {
      for (const to of addresses) {
        const letter = { replyTo: null, subject: "Code", text: "1", html: "<p>1</p>" };
        expect(await mailer.post({ from: "Acme", to, letter })).toEqual({ outcome: "accepted" });
        // The server shows the domain as people read it.
        const [{ to: recipients, email } = { to: [] }] = server.arrived.slice(-1);
        expect(recipients).toEqual([to.replace(/[^@]+$/, domainToUnicode)]);
        expect(email!.headerLines).toContainEqual({ key: "to", line: `To: ${to}` });
      }
    } finally {
      await mailer.close();
      await server.close();
    }
  });
});
