import { describe, expect, it } from "vitest";
import { checkReturnUrl, returnAddress } from "./return-url.ts";

const hosts = ["shop.example", "shop.example:8443"];

describe("checkReturnUrl", () => {
  it.each([
    "https://shop.example/thanks?x=1#top",
    "https://SHOP.example",
    "https://shop.example:443/",
    "https://shop.example:8443/a",
  ])("allows %s", (url) => expect(() => checkReturnUrl(url, hosts)).not.toThrow());

  it.each([
    "http://shop.example/",
    "https://user@shop.example/",
    "https://user:pw@shop.example/",
    "https://evil.example/",
    "https://shop.example.evil.example/",
    "https://shop.example:9443/",
    "https://sub.shop.example/",
    "javascript:alert(1)",
    "//shop.example/",
    "not a url",
  ])("refuses %s", (url) => expect(() => checkReturnUrl(url, hosts)).toThrow("return hosts"));

  it("refuses everything when the organisation has no return hosts", () => {
    expect(() => checkReturnUrl("https://shop.example/", [])).toThrow("return hosts");
  });
});

describe("returnAddress", () => {
  it("sets ref and status before the fragment and keeps other parameters", () => {
    const address = returnAddress("https://shop.example/back?a=1&status=old#end", "cs_x", "success");
    expect(address).toBe("https://shop.example/back?a=1&status=success&ref=cs_x#end");
  });
});
