import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const MAIL_FROM = "raffles@shop.example";
const PRODUCTION = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://raffle@db.example/raffle",
  ADMIN_TOKEN: "an-operators-token-of-some-length",
  ENCRYPTION_KEY: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
  CHAIN_RPC_URL: "https://node.example",
  CHAIN_ID: "1",
  BASE_URL: "https://raffle.example",
};
const USUAL = { connections: 5, perSec: undefined };
const serverOf = (SMTP_URL: string) => readConfig({ ...PRODUCTION, SMTP_URL, MAIL_FROM }).mailServer;

describe("SMTP_URL", () => {
  it.each([
    ["smtps://us:p%40ss@mail.example", { host: "mail.example", port: 465, tls: "implicit" }],
    ["smtp://us:p%40ss@mail.example:2525", { host: "mail.example", port: 2525, tls: "starttls" }],
  ])("%s is read with login and TLS", (url, server) => {
    expect(serverOf(url)).toEqual({
      ...server,
      login: { user: "us", pass: "p@ss" },
      from: MAIL_FROM,
      ...USUAL,
    });
  });

  it("may do without TLS only towards its own machine or network, and never with a password", () => {
    expect(serverOf("smtp://[::1]:25?tls=none")).toMatchObject({ host: "::1", port: 25, tls: "none" });
    expect(serverOf("smtp://relay?tls=none")).toMatchObject({ tls: "none", login: null });
    expect(() => serverOf("smtp://us:secret@relay?tls=none")).toThrow(
      "SMTP_URL: must not send a password without TLS",
    );
    expect(() => serverOf("smtp://mail.example?tls=none")).toThrow("SMTP_URL: must use TLS");
  });

  it.each([
    "https://mail.example",
    "smtp:///",
    "smtp://mail.example/path",
    "smtps://mail.example?tls=none",
    "smtp://mail.example?secure=false",
    "smtp://us:100%@mail.example",
  ])("%s is refused, and the fault does not repeat it", (url) => {
    expect(() => serverOf(url)).toThrow(/^SMTP_URL: (?!.*mail\.example)/);
  });
});

describe("MAIL_FROM", () => {
  it.each(["Acme <a@shop.example>", "a@shop.example, b@shop.example", "a@shop.example\r\nBcc: b@x.example"])(
    "%j is refused",
    (from) => {
      const environment = { ...PRODUCTION, SMTP_URL: "smtps://mail.example", MAIL_FROM: from };
      expect(() => readConfig(environment)).toThrow("MAIL_FROM: must be one mail address");
    },
  );

  it("belongs to SMTP_URL", () => {
    expect(() => readConfig({ ...PRODUCTION, MAIL_FROM })).toThrow("MAIL_FROM: has no effect");
    expect(() => readConfig({ ...PRODUCTION, SMTP_URL: "smtps://mail.example" })).toThrow(
      "MAIL_FROM: required with SMTP_URL",
    );
  });
});

it("SMTP_CONNECTIONS and SMTP_PER_SEC limit what is sent, and the latter belongs to SMTP_URL", () => {
  const limits = { SMTP_CONNECTIONS: "20", SMTP_PER_SEC: "14" };
  const server = { SMTP_URL: "smtps://mail.example", MAIL_FROM };
  expect(readConfig({ ...PRODUCTION, ...server, ...limits }).mailServer).toMatchObject({
    connections: 20,
    perSec: 14,
  });
  expect(() => readConfig({ ...PRODUCTION, ...limits })).toThrow("SMTP_PER_SEC: has no effect");
});

it("a start without a way for mails says so, and with the sandbox's mailbox there is one", () => {
  const warnings = expect.arrayContaining([expect.stringContaining("SMTP_URL is not set")]);
  expect(readConfig(PRODUCTION).warnings).toEqual(warnings);
  expect(readConfig({ ...PRODUCTION, SMTP_URL: "smtps://mail.example", MAIL_FROM }).warnings).not.toEqual(
    warnings,
  );
  expect(readConfig({}).warnings).not.toEqual(warnings);
});
