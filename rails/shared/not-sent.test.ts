import { request } from "undici";
import { describe, expect, it } from "vitest";
import { closedAddress } from "../../test/providers/closed-address.ts";
import { unanswered, wasNotSent } from "./not-sent.ts";

const failure = (code: string, syscall = "connect"): Error =>
  Object.assign(new Error("x"), { code, syscall });
const failed = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it should fail"),
    (error: unknown) => error,
  );

describe("a call that failed", () => {
  it("names the error code and the host where nothing was sent", async () => {
    const address = await closedAddress();
    for (const send of [request, fetch] as const)
      expect(unanswered(await failed(send(address)))).toEqual({
        end: "not_sent",
        detail: `ECONNREFUSED ${new URL(address).host}`,
      });
    const nameless = Object.assign(failure("EAI_AGAIN", "getaddrinfo"), { hostname: "api.example" });
    expect(unanswered(new TypeError("fetch failed", { cause: nameless }))).toEqual({
      end: "not_sent",
      detail: "EAI_AGAIN api.example",
    });
    expect(unanswered(new AggregateError([failure("ENETUNREACH"), failure("ECONNREFUSED")]))).toEqual({
      end: "not_sent",
      detail: "ENETUNREACH",
    });
    expect(unanswered(failure("ECONNRESET", "read"))).toEqual({ end: "no_answer" });
  });

  it("was not sent where no server listens, with any client", async () => {
    const address = "http://127.0.0.1:1/";
    expect(wasNotSent(await failed(request(address)))).toBe(true);
    const refused = new TypeError("fetch failed", { cause: failure("ECONNREFUSED") });
    expect(wasNotSent(new Error("the library's", { cause: refused }))).toBe(true);
  });

  it("was not sent when all of a name's addresses refused", () => {
    const all = new AggregateError([failure("ECONNREFUSED"), failure("ENETUNREACH")]);
    expect(wasNotSent(new TypeError("fetch failed", { cause: all }))).toBe(true);
    expect(wasNotSent(new AggregateError([failure("ECONNREFUSED"), failure("ECONNRESET")]))).toBe(false);
  });

  it("may have been sent when an open connection lost its way", () => {
    for (const code of ["EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED"])
      for (const syscall of ["read", "write"])
        expect(wasNotSent(new TypeError("fetch failed", { cause: failure(code, syscall) }))).toBe(false);
  });

  it("may have been sent in any other case", () => {
    for (const code of ["ECONNRESET", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "ETIMEDOUT"])
      expect(wasNotSent(new TypeError("fetch failed", { cause: failure(code) }))).toBe(false);
    for (const odd of [null, undefined, "ECONNREFUSED", { code: "ECONNREFUSED" }, new Error("x")])
      expect(wasNotSent(odd)).toBe(false);
  });
});
