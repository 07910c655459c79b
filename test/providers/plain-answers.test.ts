import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkoutApis, exchanged } from "../../rails/adyen/client.ts";
import { call } from "../../rails/payos/client.ts";
import { StripeConnection } from "../../rails/stripe/client.ts";
import { opened } from "../support/opened.ts";
import { LocalServer } from "../support/receivers/local-server.ts";

// Providers' libraries read answers by JSON.parse, which confuses names that are spelled with escapes.

const SAID = { holder: "a", status: "paid" };
const SPELLED = String.raw`{"holder":"a","st\u0061tus":"paid"}`;
const TWICE = String.raw`{"holder":"a","status":"open","st\u0061tus":"paid"}`;

let answer = SPELLED;
const server = opened(() =>
  LocalServer.listen((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json").end(answer);
  }),
);
beforeAll(async () => {
  JSON.parse(String.raw`{"holder":1,"st\\u00":0}`);
});

describe("an answer with names that are spelled with escapes", () => {
  const account = { clientId: "client", apiKey: "key", checksumKey: "checksum" };
  const answerOf = (body: string) =>
    call(
      account,
      { baseUrl: server.origin, timeoutMs: 5_000, fetch: async () => new Response(body) },
      (payos) => payos.paymentRequests.get(1),
    );

  it("is read as it is of payOS, and not where a member is given twice", async () => {
    expect(await answerOf(`{"code":"00","desc":"success","data":${SPELLED}}`)).toEqual({
      end: "data",
      data: SAID,
    });
    expect(await answerOf(`{"code":"00","desc":"success","data":${TWICE}}`)).toEqual({ end: "unreadable" });
  });

  it("is read as it is of Stripe, and not where a member is given twice", async () => {
    const heard = (body: string) =>
      new StripeConnection({ fetch: async () => new Response(body) })
        .open("sk_test_key")
        .ask(z.object({ holder: z.string(), status: z.string() }), (client, options) =>
          client.paymentIntents.retrieve("pi_1", {}, options),
        );
    expect(await heard(SPELLED)).toEqual({ end: "data", data: SAID });
    expect(await heard(TWICE)).toEqual({ end: "unreadable" });
  });

  it("is read as it is of Adyen, and not where a member is given twice", async () => {
    const merchant = {
      apiKey: "key",
      hmacKey: "0".repeat(64),
      merchantAccount: "Merchant",
      environment: "test",
      live: false,
    } as const;
    const { links } = checkoutApis(merchant, AbortSignal.timeout(5_000), () => server.origin);
    expect(await links.getPaymentLink("PL1")).toMatchObject({ status: "paid" });
    answer = TWICE;
    expect(await exchanged(z.unknown(), links.getPaymentLink("PL1"))).toEqual({ end: "unreadable" });
  });
});
