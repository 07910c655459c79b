import { describe, expect, it } from "vitest";
import { checkReturnUrl, returnAddress } from "./return-url.ts";

const hosts = ["shop.example", "shop.example:8443"];

describe("checkReturnUrl", () => {
  it.each([
    "https://shop.example/thanks?x=1#top",
    "https://SHOP.example",
    "https://shop.example:443/",
    "https://shop.example:8443/a",
    "https://shop.example?sig=a%20b~%27%2B&sum=1+2&flag#frag",
    "HTTPS://shop.example/",
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
    "https:shop.example",
    "https:/shop.example/",
    "https:///shop.example/",
    "https://shop.example\\@evil.example/",
    "https://evil.example\\@shop.example/",
    " https://shop.example/",
    "https://shop.example/ ",
    "https://shop.example/a b",
    "https://shop.ex\tample/",
    "https://shop.example/\r\nX: y",
    "https://shop.example/%zz",
    "https://shop.example/?a=%2",
    "https://shop.example/a/../b",
    "https://shop.example/ü",
    "https://sh%6fp.example/",
    "https://shop.example:0443/",
    "https://shop.example:/",
    "https://shop.example./",
    "https://@shop.example/",
    'https://shop.example/?a="b"',
  ])("refuses %s", (url) => expect(() => checkReturnUrl(url, hosts)).toThrow("return hosts"));

  it("refuses everything when the organisation has no return hosts", () => {
    expect(() => checkReturnUrl("https://shop.example/", [])).toThrow("return hosts");
  });
});

describe("returnAddress", () => {
  it.each([
    ["https://shop.example/back", "https://shop.example/back?ref=cs_x&status=success"],
    ["https://shop.example", "https://shop.example?ref=cs_x&status=success"],
    [
      "https://shop.example/?sig=a%20b~%27%2B&sum=1+2&flag#frag",
      "https://shop.example/?sig=a%20b~%27%2B&sum=1+2&flag&ref=cs_x&status=success#frag",
    ],
    ["https://shop.example/?#", "https://shop.example/?ref=cs_x&status=success#"],
    ["https://shop.example/?a&", "https://shop.example/?a&ref=cs_x&status=success"],
    ["https://shop.example/#a?b", "https://shop.example/?ref=cs_x&status=success#a?b"],
    [
      "https://SHOP.example:443/?ref=mine&status=old",
      "https://SHOP.example:443/?ref=mine&status=old&ref=cs_x&status=success",
    ],
  ])("keeps every byte of %s", (returnUrl, address) => {
    expect(returnAddress(returnUrl, "cs_x", "success")).toBe(address);
  });
});
