import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { isStandardSecret, signatureHeader, standardHeaders, standardSecret } from "./signature.ts";

const body = '{"id":"evt_1","name":"Zoë 🎟️"}';
const now = Math.floor(Date.now() / 1000);
const { webhooks } = new Stripe("sk_test_unused");

it("is HMAC-SHA256 of the time and the raw body, keyed with the secret", () => {
  // openssl dgst -sha256 -hmac whsec_test, over: 1700000000.{}
  expect(signatureHeader(["whsec_test"], 1_700_000_000, "{}")).toBe(
    "t=1700000000,v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91",
  );
});

it("is verified by the official stripe library, with each secret that signs", () => {
  const header = signatureHeader(["whsec_new", "whsec_old"], now, body);
  expect(webhooks.constructEvent(body, header, "whsec_new")).toMatchObject({ id: "evt_1" });
  expect(webhooks.constructEvent(body, header, "whsec_old")).toMatchObject({ id: "evt_1" });
  expect(() => webhooks.constructEvent(body, header, "whsec_other")).toThrow(/signature/);
});

it("is refused by the receiver when it is older than five minutes", () => {
  const header = signatureHeader(["whsec_new"], now - 302, body);
  expect(() => webhooks.constructEvent(body, header, "whsec_new")).toThrow(/tolerance/);
});

describe("the headers of Standard Webhooks", () => {
  const [newer, older] = [1, 2].map((byte) => standardSecret(new Uint8Array(32).fill(byte))) as [
    string,
    string,
  ];
  const formerSecret = `whsec_${"a".repeat(43)}`;
  const verified = (secrets: readonly string[], secret: string, atSec = now) =>
    new Webhook(secret).verify(body, { ...standardHeaders(secrets, "evt_1", atSec, body) });

  it("are verified by the official library, with each secret that signs", () => {
    expect(verified([newer], newer)).toMatchObject({ id: "evt_1" });
    expect(verified([newer, older], newer)).toMatchObject({ id: "evt_1" });
    expect(verified([newer, older], older)).toMatchObject({ id: "evt_1" });
    expect(() => verified([newer], older)).toThrow(/signature/);
    expect(() => verified([newer], newer, now - 302)).toThrow(/old/);
  });

  it("are HMAC-SHA256 of id, time and raw body, keyed with the bytes behind whsec_", () => {
    // openssl dgst -sha256 -mac HMAC -macopt hexkey:0101… -binary | openssl base64, over: evt_1.1700000000.{}
    expect(standardHeaders([newer, older], "evt_1", 1_700_000_000, "{}")).toEqual({
      "webhook-id": "evt_1",
      "webhook-timestamp": "1700000000",
      "webhook-signature":
        "v1,QwqMkShzqrc1Gme9vey76orVgdgb2XWjbuHPBS2IVKY= v1,qYxrORu8rj/7r2UmRFbjZcrv7+/KlNp45XN5pTPqGbs=",
    });
  });

  it("are not sent while the newest secret is another text, and name only secrets of the kind", () => {
    expect(standardHeaders([formerSecret, newer], "evt_1", now, body)).toEqual({});
    expect(standardHeaders([], "evt_1", now, body)).toEqual({});
    expect(standardHeaders([newer, formerSecret], "evt_1", now, body)).toEqual(
      standardHeaders([newer], "evt_1", now, body),
    );
  });

  it("need padded base64 of 24 to 64 bytes behind whsec_", () => {
    const key = (length: number) => standardSecret(new Uint8Array(length).fill(255));
    expect([24, 32, 64].map((length) => isStandardSecret(key(length)))).toEqual([true, true, true]);
    expect([0, 23, 65].map((length) => isStandardSecret(key(length)))).toEqual([false, false, false]);
    const odd = [
      formerSecret,
      newer.slice(0, -1),
      `${newer}=`,
      newer.replace("E=", "F="),
      key(32).replaceAll("/", "_"),
    ];
    expect(odd.filter(isStandardSecret)).toEqual([]);
  });
});
