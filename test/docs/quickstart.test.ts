import { join } from "node:path";
import { expect, it } from "vitest";
import { signatureHeader } from "../../src/webhooks/signature.ts";
import { beginTour } from "./support/tour.ts";
import { opened } from "../support/opened.ts";

const tour = opened(() => beginTour("quickstart.md"));

it("every command of the quickstart does what it shows", async () => {
  for (const step of tour.steps) {
    const { printed, shown } = await tour.take(step);
    expect(printed, `docs/quickstart.md:${step.line}`).toEqual(shown);
  }
  expect(tour.steps.length).toBeGreaterThan(15);
});

it.each(["verify.mjs", "verify-with-stripe.mjs"])(
  "the %s of the quickstart takes our signatures and no others",
  async (file) => {
    const { verified } = (await import(join(tour.folder, ".data", file))) as {
      verified: (rawBody: Buffer, header: string | undefined, secret: string) => boolean;
    };
    const secret = "whsec_0123456789abcdefghijklmnop";
    const body = '{"id":"evt_1","type":"ping"}';
    const now = Math.floor(Date.now() / 1000);
    const header = signatureHeader([secret], now, body);
    const judge = (text: string, by: string | undefined) => verified(Buffer.from(text), by, secret);

    expect(judge(body, header)).toBe(true);
    expect(judge(body, signatureHeader(["whsec_another_secret_one", secret], now, body))).toBe(true);
    expect(judge(`${body} `, header)).toBe(false);
    expect(judge(body, signatureHeader(["whsec_another_secret_one"], now, body))).toBe(false);
    expect(judge(body, signatureHeader([secret], now - 301, body))).toBe(false);
    for (const broken of [undefined, "", "v1", `t=${now}`, `t=${now},v1=`, `t=${now},v1=zz`, header.slice(2)])
      expect(judge(body, broken), String(broken)).toBe(false);
  },
);
