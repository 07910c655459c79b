import { describe, expect, it } from "vitest";
import { checkEndpointSecret, checkEndpointUrl, newEndpointSecret } from "./endpoint.ts";

describe("an endpoint's url", () => {
  it.each([
    "https://example.com/hook",
    "https://example.com:8443/a?b=c",
    `https://e.com/${"a".repeat(2034)}`,
  ])("%s is accepted", (url) => expect(() => checkEndpointUrl(url)).not.toThrow());

  it.each([
    ["not_a_url", "example.com/hook"],
    ["not_a_url", "/hook"],
    ["not_a_url", " https://example.com"],
    ["not_a_url", "https://exa\tmple.com"],
    ["not_https", "ftp://example.com"],
    ["not_https", "javascript:alert(1)"],
    ["user_info", "https://user@example.com"],
    ["user_info", "https://:secret@example.com"],
    ["fragment", "https://example.com/#part"],
    ["too_long", `https://e.com/${"a".repeat(2035)}`],
  ])("is refused as %s: %s", (code, url) => {
    const issues = [expect.objectContaining({ path: "url", code })];
    expect(() => checkEndpointUrl(url)).toThrow(
      expect.objectContaining({ code: "invalid_request", facts: { issues } }),
    );
  });
});

describe("an endpoint's secret", () => {
  it("is whsec_ and 32 bytes in padded base64 when the service makes it", () => {
    const random = { bytes: (length: number) => new Uint8Array(length).fill(255), text: () => "" };
    const secret = newEndpointSecret(random);
    expect(secret).toBe(`whsec_${"/".repeat(42)}8=`);
    expect(() => checkEndpointSecret(secret)).not.toThrow();
  });

  it.each([
    "whsec_tooShort",
    "0123456789012345678901234567890123456789",
    `whsec_${"a".repeat(123)}`,
    "whsec_ 0123456789 0123456789",
  ])("is refused when it is guessable or odd: %s", (secret) => {
    const issues = [expect.objectContaining({ path: "secret", code: "malformed" })];
    expect(() => checkEndpointSecret(secret)).toThrow(expect.objectContaining({ facts: { issues } }));
  });
});
