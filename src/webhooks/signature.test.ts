import { Stripe } from "stripe";
import { expect, it } from "vitest";
import { signatureHeader } from "./signature.ts";

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
