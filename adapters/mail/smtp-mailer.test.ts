import { afterAll, describe, expect, it } from "vitest";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../test/support/receivers/certificate.ts";
import { MailServer } from "../../test/support/receivers/mail-server.ts";
import { SmtpMailer, type SmtpSettings } from "./smtp-mailer.ts";
import { opened } from "../../test/support/opened.ts";

const FROM = "raffles@shop.example";
const LETTER = {
  replyTo: "help@shop.example",
  subject: "Ihr Code für 東京",
  text: "12345678\n",
  html: "<p>12345678</p>",
};
const LIMITS = { connectMs: 2_000, greetingMs: 2_000, silenceMs: 300, wholeMs: 600 };
const mailers: SmtpMailer[] = [];

const server = opened(() => MailServer.open());

afterAll(async () => {
  for (const mailer of mailers) await mailer.close();
});

function mailerTo(settings: Partial<SmtpSettings>, open = false): SmtpMailer {
  const { port } = server;
  const rest: SmtpSettings = { host: "127.0.0.1", port, tls: "none", login: null, from: FROM };
  const mailer = new SmtpMailer({ ...rest, ...settings }, { open });
  mailers.push(mailer);
  return mailer;
}

const post = (mailer: SmtpMailer, to: string, from = "Acme") => mailer.post({ from, to, letter: LETTER });

describe("a mail", () => {
  it("arrives as it was written, from the configured address under the organisation's name", async () => {
    expect(await post(mailerTo({}), "ann@example.com", "Ännä, Inc.")).toEqual({ outcome: "accepted" });
    const [{ from, to, email } = { email: undefined }] = server.to("ann@example.com");
    expect({ from, to }).toEqual({ from: FROM, to: ["ann@example.com"] });
    expect(email).toMatchObject({
      subject: LETTER.subject,
      replyTo: [{ address: "help@shop.example" }],
      from: { name: "Ännä, Inc.", address: FROM },
      to: [{ name: "", address: "ann@example.com" }],
    });
    expect(email!.text?.trim()).toBe("12345678");
    expect(email!.html).toContain("<p>12345678</p>");
  });

  it.each([
    "a@example.com, b@example.com",
    "a@example.com;b@example.com",
    "x@example.com\r\nBcc: b@example.com",
    "x@example.com\nBcc: b@example.com",
    "Ann <a@example.com>",
    "a@example.com (b@example.com)",
    "undisclosed: a@example.com, b@example.com;",
    `"b@example.com" a@example.com`,
    "a@example.com\u0000",
    " a@example.com",
    `${"a".repeat(65)}@example.com`,
    "",
  ])("to %j is not sent", async (to) => {
    const before = server.arrived.length;
    expect(await post(mailerTo({}), to)).toEqual({ outcome: "refused", reason: "no_address" });
    expect(server.arrived).toHaveLength(before);
  });

  it("has no recipient or header by the names in it", async () => {
    const evil = 'Acme", b@example.com\r\nBcc: c@example.com\r\n\r\nHello <d@example.com>';
    const letter = { ...LETTER, subject: "Hi\r\nBcc: e@example.com" };
    const mailer = mailerTo({});
    expect(await mailer.post({ from: evil, to: "one@example.com", letter })).toEqual({ outcome: "accepted" });
    const [{ to, email } = { email: undefined }] = server.to("one@example.com");
    expect(to).toEqual(["one@example.com"]);
    expect(email!.from?.address).toBe(FROM);
    expect(email!.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(email!.to).toEqual([{ name: "", address: "one@example.com" }]);
  });

  it("is not sent inside a unit of work, nor without a server", async () => {
    await expect(post(mailerTo({}, true), "two@example.com")).rejects.toThrow("unit of work");
    expect(await post(new SmtpMailer(null, { open: false }), "two@example.com")).toEqual({
      outcome: "accepted",
    });
    expect(server.to("two@example.com")).toEqual([]);
  });
});

describe("a server", () => {
  it.each([
    [550, "refused"],
    [552, "refused"],
    [450, "unreachable"],
    [421, "unreachable"],
  ] as const)("that answers %i: %s", async (status, outcome) => {
    server.mood = status;
    const posted = await post(mailerTo({}), "three@example.com");
    server.mood = "friendly";
    expect(posted).toEqual({ outcome, reason: String(status) });
  });

  it("that hangs, or is not there, ends with a reason that names no address", async () => {
    server.mood = "hang";
    const hanging = await post(mailerTo({ limits: LIMITS }), "four@example.com");
    server.mood = "friendly";
    expect(hanging).toEqual({ outcome: "unreachable", reason: expect.stringMatching(/^[A-Z]+$/) });
    expect(await post(mailerTo({ port: 1 }), "four@example.com")).toEqual({
      outcome: "unreachable",
      reason: expect.stringMatching(/^[A-Z]+$/),
    });
  });

  it("that wants no login of ours is not the mail's fault", async () => {
    const strict = await MailServer.open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) =>
        username === "us" ? done(null, { user: "us" }) : done(new Error("no")),
    });
    const { port } = strict;
    const denied = await post(mailerTo({ port, login: { user: "them", pass: "x" } }), "five@example.com");
    expect(denied).toEqual({ outcome: "unreachable", reason: "535" });
    expect(await post(mailerTo({ port, login: { user: "us", pass: "x" } }), "five@example.com")).toEqual({
      outcome: "accepted",
    });
    await strict.close();
  });

  it("gets a mail by TLS alone, and only when its certificate is trusted", async () => {
    const certificate = { key: CERTIFICATE_KEY, cert: CERTIFICATE };
    const [implicit, starttls] = [
      await MailServer.open({ ...certificate, secure: true }),
      await MailServer.open({ ...certificate, hideSTARTTLS: false }),
    ];
    const trusted = { ca: CERTIFICATE, servername: "hooks.example" };
    const outcome = async (settings: Partial<SmtpSettings>) =>
      (await post(mailerTo(settings), "six@example.com")).outcome;
    expect(await outcome({ tls: "implicit", port: implicit.port, trusted })).toBe("accepted");
    expect(await outcome({ tls: "starttls", port: starttls.port, trusted })).toBe("accepted");
    expect(await outcome({ tls: "implicit", port: implicit.port })).toBe("unreachable");
    expect(await outcome({ tls: "starttls", port: starttls.port })).toBe("unreachable");
    // STARTTLS was taken out on the way.
    expect(await outcome({ tls: "starttls" })).toBe("unreachable");
    expect([implicit, starttls, server].map((one) => one.to("six@example.com").length)).toEqual([1, 1, 0]);
    await implicit.close();
    await starttls.close();
  });
});
