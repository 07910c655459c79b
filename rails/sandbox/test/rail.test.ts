import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { Unavailable } from "../../../src/shared/problem.ts";
import { MemorySandboxPayments } from "./memory-payments.ts";
import { readMessage, writeMessage } from "../messages.ts";
import { SAMPLE_BASE_URL } from "../../conformance/sample-orders.ts";
import { ACCOUNT, openSandboxHarness } from "./harness.ts";
import { SandboxRail, sandboxRails } from "../rail.ts";
import { signatureFault, signatureHeader } from "../signature.ts";

const AT = new Date("2026-11-21T12:00:00Z");

describe("The sandbox", () => {
  it("has a rail for every kind, all simulated, no two with the same abilities", () => {
    const rails = sandboxRails({
      payments: new MemorySandboxPayments(),
      baseUrl: SAMPLE_BASE_URL,
      secret: new Uint8Array(32),
    });
    expect(rails.map((rail) => rail.kind)).toEqual([...RAIL_KINDS]);
    expect(rails.every((rail) => rail.simulated && rail.provider === "sandbox")).toBe(true);
    const abilities = rails.map(({ capabilities }) =>
      JSON.stringify({ ...capabilities, currencies: [...capabilities.currencies] }),
    );
    expect(new Set(abilities).size).toBe(rails.length);
  });

  it("tells of each instruction what the browser needs", async () => {
    const url = `${SAMPLE_BASE_URL}/sandbox/pay/cs_1`;
    const session = { provider: "sandbox", sessionId: "cs_1", url };
    const sessionHrefs = Object.fromEntries(
      ["approve", "decline", "timeout", "challenge"].map((choice) => [
        choice,
        `${SAMPLE_BASE_URL}/sandbox/sessions/${choice}`,
      ]),
    );
    const expected = {
      flow: { type: "FLOW_SESSION", redirectUrl: null, data: session },
      embed: { type: "EMBED_SESSION", redirectUrl: null, data: session },
      fields: { type: "FIELDS_SDK", redirectUrl: null, data: { ...session, sessionHrefs } },
      redirect: { type: "PAY_URL", redirectUrl: url, data: null },
      qr: { type: "CODE_URL", redirectUrl: url, data: `${url}?scanned=1` },
    };
    for (const kind of RAIL_KINDS) {
      const harness = await openSandboxHarness(kind);
      const creation = await harness.rail.createPayment(ACCOUNT, harness.order({ id: "cs_1" }));
      await harness.close();
      const { data } = expected[kind];
      const text = data === null || typeof data === "string" ? data : JSON.stringify(data);
      expect(creation).toMatchObject({ outcome: "created", instruction: { ...expected[kind], data: text } });
    }
  });

  it("does not know what became of a call while the provider's memory is out of reach", async () => {
    class LostPayments extends MemorySandboxPayments {
      override create(): Promise<never> {
        return Promise.reject(Unavailable.because());
      }
      override byId(): Promise<never> {
        return Promise.reject(Unavailable.because());
      }
    }
    const harness = await openSandboxHarness("redirect");
    const order = harness.order();
    await harness.close();
    const rail = new SandboxRail("redirect", {
      payments: new LostPayments(),
      baseUrl: SAMPLE_BASE_URL,
      secret: new Uint8Array(32),
    });
    expect(await rail.createPayment(ACCOUNT, order)).toMatchObject({ outcome: "unknown" });
    expect(await rail.lookUp(ACCOUNT, order)).toEqual({ outcome: "unknown", reason: "timeout" });
    expect(await rail.cancel(ACCOUNT, order)).toBe("unknown");
  });

  it("speaks in its own unit on the wire and is understood in ISO minor units", () => {
    const written = (kind: "embed" | "redirect", currency: string) =>
      writeMessage(
        {
          type: "payment.updated",
          kind,
          sessionId: "cs_1",
          state: "paid",
          amount: { amount: 123, currency },
        },
        AT,
      );
    const wire = (body: Buffer) => (JSON.parse(body.toString()) as { amount: number }).amount;
    expect(wire(written("embed", "ISK"))).toBe(12_300);
    expect(wire(written("redirect", "ISK"))).toBe(123);
    expect(wire(written("embed", "KWD"))).toBe(123);
    expect(readMessage("embed", written("embed", "ISK"))).toMatchObject({
      payment: { outcome: "paid", received: { amount: 123, currency: "ISK" } },
    });
  });

  it("believes no payment whose amount is not a whole minor unit, or whose state it does not know", () => {
    const message = { type: "payment.updated", kind: "embed", sessionId: "cs_1", state: "paid" } as const;
    const body = writeMessage({ ...message, amount: { amount: 123, currency: "ISK" } }, AT).toString();
    for (const changed of [body.replace("12300", "12345"), body.replace('"paid"', '"settled"')])
      expect(readMessage("embed", Buffer.from(changed))).toMatchObject({
        payment: { outcome: "unknown", reason: "unreadable" },
      });
  });

  it("ignores on one rail what was meant for another", () => {
    const amount = { amount: 100, currency: "USD" };
    const body = writeMessage(
      { type: "payment.updated", kind: "embed", sessionId: "cs_1", state: "paid", amount },
      AT,
    );
    expect(readMessage("redirect", body)).toMatchObject({ about: "ignored" });
  });

  it("40. compares signatures of one length only, in constant time", () => {
    const key = new Uint8Array(32);
    const body = Buffer.from("{}");
    const header = signatureHeader(key, body, AT);
    expect(signatureFault(key, header, body, AT)).toBeNull();
    for (const wrong of [header.slice(0, -1), `${header}0`, header.replace("v1=", "v1=é"), "t=1,v1="])
      expect(signatureFault(key, wrong, body, AT)).not.toBeNull();
    const source = readFileSync(new URL("../signature.ts", import.meta.url), "utf8");
    expect(source).toContain("timingSafeEqual(");
  });

  it("is not misled by brackets and quotes inside texts", () => {
    const message = { type: "payment.updated", kind: "embed", sessionId: "cs_1", state: "paid" } as const;
    const body = writeMessage({ ...message, amount: { amount: 100, currency: "USD" } }, AT).toString();
    const odd = body.replace("{", `{"note":"\\"${"[".repeat(50)}\\\\",`);
    expect(readMessage("embed", Buffer.from(odd))).toMatchObject({ about: "payment" });
  });
});
