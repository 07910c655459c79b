import { glob, readFile } from "node:fs/promises";
import { Client, escapeLiteral } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLotDraw } from "../../src/lot-draws/lot-draw-check.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { BuyerSignIn } from "../../src/buyers/buyer-sign-in.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { brokenRules } from "../support/builders/books.ts";
import { fencesOf } from "./support/walk.ts";

const DOCS = new URL("../../docs/", import.meta.url);
const RETURN_HOST = "shop.example";
const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

async function sqlOf(page: string): Promise<string[]> {
  const markdown = await readFile(new URL(`operators/${page}`, DOCS), "utf8");
  return fencesOf(markdown).flatMap(({ language, text }) => (language === "sql" ? [text] : []));
}

let rig: DrawRig;
beforeEach(async () => {
  rig = await DrawRig.open({}, { returnHosts: [RETURN_HOST] });
});
afterEach(() => rig.stop());

/** As psql runs a file, on a connection of its own. @returns the rows of the last statement that has any */
async function run(sql: string, variables: Readonly<Record<string, string>> = {}) {
  const text = sql.replaceAll(/:('?)(account|identity)\b\1/g, (_, quote: string, name: string) =>
    quote === "" ? variables[name]! : escapeLiteral(variables[name]!),
  );
  const client = new Client({ connectionString: rig.service.databaseUrl });
  await client.connect();
  try {
    const results = [await client.query(text)].flat();
    return results.at(-1)!.rows;
  } finally {
    await client.end();
  }
}

/** Each number of the page with its heading. */
async function numbers(): Promise<Map<string, string>> {
  const [block] = await sqlOf("money-runbooks.md");
  const each = block!.split(/^-- /m).slice(1);
  return new Map(each.map((one) => [/^[^.:]+/.exec(one)![0], one.slice(one.indexOf("\n"))]));
}

describe("the numbers of the money runbooks", () => {
  it("are none while nothing waits", async () => {
    const found = await Promise.all([...(await numbers()).values()].map((sql) => run(sql)));
    expect(found.length).toBe(6);
    expect(found.flat()).toEqual([]);
  });

  it("show what waits", async () => {
    const { slug } = rig.partner.organisation;
    const cancelled = await rig.sold(1, 2, 3);
    await rig.cancel(cancelled);
    const read = async () => {
      const found = [...(await numbers())].map(async ([name, sql]) => [name, await run(sql)] as const);
      return Object.fromEntries(await Promise.all(found));
    };
    const ofLot = (lotId: number) => [expect.objectContaining({ slug, id: String(lotId) })];
    expect((await read())["Cancelled competitions whose buyers are not all made whole"]).toEqual(
      ofLot(cancelled),
    );

    const { wiring } = rig.service;
    while ((await wiring.get(LotUnwinder).unwindOnce()) > 0);
    const refunds = await rig.rows("select id from refund order by amount");
    await rig.rows("update refund set state = 'failed' where id = $1", refunds[0].id);
    await rig.rows("update refund set state = 'manual' where id = $1", refunds[1].id);
    await rig.rows(
      `select book_unmatched(organisation_id, id, 'pay_1', 'cs_lost', null, '{}', 1200, 'EUR', 200, 'recovery', now())
       from rail_account where organisation_id = $1 limit 1`,
      rig.partner.organisation.id,
    );
    const pending = (await rig.partner.checkout((await rig.partner.lot()).id)).json.data.id;
    await rig.rows("update ticket_order set hold_until = now() - interval '1 minute' where id = $1", pending);
    const committed = await rig.committed(4);
    expect(await read()).toEqual({
      "Refunds that wait for you": [
        { slug, state: "failed", currency: "USD", count: "1", minor_units: "2500", since: expect.any(Date) },
        { slug, state: "manual", currency: "USD", count: "1", minor_units: "5000", since: expect.any(Date) },
      ],
      "Payments for orders that are not here, not decided on": [
        { slug, currency: "EUR", count: "1", minor_units: "1000", since: expect.any(Date) },
      ],
      "Refunds under way": [{ slug, count: "1", since: expect.any(Date) }],
      "Orders without an outcome after their hold": [
        { slug, rail_kind: "redirect", rail_provider: "sandbox", count: "1", since: expect.any(Date) },
      ],
      "Competitions that ended and are not drawn": ofLot(committed),
      "Cancelled competitions whose buyers are not all made whole": [],
    });
  });
});

/** A buyer with a winner's lot, an order given back and one that failed, named in operators' and receivers' words, too. */
async function knownBuyer() {
  const { partner } = rig;
  const email = `o'neil.${crypto.randomUUID()}+raffle@example.com`;
  const returnUrl = `https://${RETURN_HOST}/thanks?${new URLSearchParams({ for: email })}`;
  const order = async (lotId: number, outcome: string, more: object = {}): Promise<string> => {
    const { id } = (await partner.checkout(lotId, { buyer: { email }, returnUrl, ...more })).json.data;
    await partner.provider(id, { outcome });
    return id;
  };
  const [{ id: lotId }, { id: otherLot }] = [await partner.lot(), await partner.lot()];
  const sold = await order(lotId, "paid", { quantity: 3 });
  const givenBack = await order(otherLot, "paid");
  const failed = await order(otherLot, "declined");
  const [{ account_id: account }] = await rig.rows("select distinct account_id from ticket_order");
  await rig.rows(
    `insert into account_identity (organisation_id, account_id, kind, value, created_at)
     values ($1, $2, 'wallet', $3, now() + interval '1 hour')`,
    partner.organisation.id,
    account,
    WALLET,
  );
  await rig.operator("POST", `/orders/${givenBack}/refund`, { reason: `${email} or ${WALLET} asked` });
  await rig.operator("POST", `/accounts/${account}/credit`, {
    amountCents: 100,
    reason: email.toUpperCase(),
  });
  await rig.rows(
    `insert into delivery_attempt (organisation_id, delivery_id, slot, number, status, response, duration_ms, at)
     values ($1, 1, 1, 1, 200, $2, 1, now())`,
    partner.organisation.id,
    `{"thanked":"${email}"}`,
  );
  await signIn(email);
  // As if an order came through the service's own pages: a mail about it waits.
  await rig.rows(
    "update ticket_order set channel = 'hosted', api_key_id = null, form_key = sha256(id::bytea), locale = 'en' where id = $1",
    sold,
  );
  await rig.rows("select write_mail($1, 'tickets_issued', $2, $3)", partner.organisation.id, sold, account);
  return { email, account: String(account), lotId, otherLot, orders: [sold, givenBack, failed] };
}

/** In a browser, by a code; another code is still under way. */
async function signIn(email: string): Promise<void> {
  const { id: organisationId } = rig.partner.organisation;
  const [signIn, mails] = [rig.service.wiring.get(BuyerSignIn), rig.service.wiring.get(Mails)];
  const ask = () => signIn.byMail({ organisationId, email, locale: "en", client: "10.1.1.1" });
  await ask();
  const attempt = await ask();
  const [mail] = await mails.newest(1);
  const code = mail!.content.kind === "sign_in_code" ? mail!.content.code : "";
  await signIn.signIn({ organisationId, attempt, code }, null);
}

describe("the erasure of a buyer", () => {
  let blocking: string;
  let erasing: string;
  let searching: string;
  let buyer: Awaited<ReturnType<typeof knownBuyer>>;
  beforeEach(async () => {
    [blocking, erasing, searching] = (await sqlOf("personal-data.md")) as [string, string, string];
    buyer = await knownBuyer();
  });

  /** The tables that hold a text. */
  async function holding(identity: string): Promise<string[]> {
    return (await run(searching, { identity })).map(({ table_name: name }) => name);
  }
  /** The refund is sent, and the failed payment is cancelled. */
  async function endAtProvider(): Promise<void> {
    const { wiring } = rig.service;
    await wiring.get(RefundRunner).refundOnce();
    await wiring.get(Reconciliation).cancelAtRailsOnce();
  }
  const holdEmail = [
    "account_identity",
    "audit",
    "buyer_session_account",
    "credit_entry",
    "delivery_attempt",
    "refund",
    "sign_in_attempt",
    "ticket_order",
  ];

  it("erases nothing while money is on its way", async () => {
    const { account, email, otherLot } = buyer;
    expect(await run(blocking, { account })).toEqual([{ open_payments: "1", refunds_under_way: "1" }]);
    await run(erasing, { account });
    expect(await holding(email)).toEqual(holdEmail);
    await endAtProvider();
    expect(await run(blocking, { account })).toEqual([{ open_payments: "0", refunds_under_way: "0" }]);
    await rig.partner.checkout(otherLot, { buyer: { email } });
    expect(await run(blocking, { account })).toEqual([{ open_payments: "1", refunds_under_way: "0" }]);
    await run(erasing, { account });
    expect(await holding(email)).toEqual(holdEmail);
  });

  it("leaves none of the buyer's addresses in any table, and books, tickets and draws as they were", async () => {
    const { account, email, lotId, otherLot, orders } = buyer;
    await endAtProvider();
    await rig.close(lotId);
    await rig.turn(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    const other = `bystander-${crypto.randomUUID()}@example.com`;
    await rig.partner.checkout(otherLot, { buyer: { email: other } });
    const read = () => Promise.all(orders.map((id) => rig.partner.session(id)));
    const [sessions, document] = [await read(), await rig.document(lotId)];
    expect(document.status).toBe("drawn");
    expect(await holding(email)).toEqual(holdEmail);
    expect(await holding(WALLET)).toEqual(["account_identity", "audit", "refund"]);

    await run(erasing, { account });
    await run(erasing, { account });
    for (const address of [email, WALLET, encodeURIComponent(email)])
      expect(await holding(address), address).toEqual([]);
    expect(await rig.rows("select 1 from mail where account_id = $1", account)).toEqual([]);
    expect(await holding(other)).toEqual(["account_identity", "ticket_order"]);
    expect(await rig.rows("select * from ticket_order where account_id = $1", account)).toEqual(
      orders.map(() =>
        expect.objectContaining({
          buyer_email: null,
          return_url: null,
          return_token: null,
          instruction: null,
        }),
      ),
    );

    expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
    expect(await read()).toEqual(sessions);
    expect(await rig.document(lotId)).toEqual(document);
    const entries = (await rig.partner.get(`/competitions/${lotId}/draw/entries`)).json.data;
    const { hash } = (await rig.chain.block(document.commitment!.blockNumber))!;
    const checks = await checkLotDraw(document, entries, { chainId: 31_337, hash });
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    const [winner] = (await rig.operator("GET", "/winners")).json.data;
    expect(JSON.stringify(winner)).not.toContain(email);
    const shown = (await rig.operator("GET", "/accounts")).json.data;
    expect(shown.at(-1)).toMatchObject({
      id: Number(account),
      email: expect.stringMatching(/^erased-[0-9a-f-]{36}@erased\.invalid$/),
      identities: [{ kind: "email" }],
    });
  });

  it("replaces a wallet by one whose spelling needs no checksum", async () => {
    const { partner } = rig;
    const walletAddress = `0x${"7".repeat(40)}`;
    const { id } = (await partner.checkout(buyer.otherLot, { buyer: { walletAddress } })).json.data;
    await partner.provider(id, { outcome: "paid" });
    const [{ account_id: account }] = await rig.rows("select account_id from ticket_order where id = $1", id);
    await run(erasing, { account });
    expect(await holding(walletAddress)).toEqual([]);
    const [order] = (await rig.operator("GET", "/orders")).json.data;
    expect(order.buyer).toEqual({ email: null, walletAddress: expect.stringMatching(/^0x[0-9]{40}$/) });
  });

  it("makes the same address a new buyer's", async () => {
    const { account, email, otherLot } = buyer;
    await endAtProvider();
    await run(erasing, { account });
    await rig.partner.checkout(otherLot, { buyer: { email } });
    const made = await rig.rows("select account_id from account_identity where value = $1", email);
    expect(made).toEqual([{ account_id: expect.any(Number) }]);
    expect(made[0].account_id).not.toBe(account);
  });
});

it("no other page has SQL to run", async () => {
  const found: string[] = [];
  for await (const page of glob("**/*.md", { cwd: DOCS }))
    if ((await readFile(new URL(page, DOCS), "utf8")).includes("```sql")) found.push(page);
  expect(found.toSorted()).toEqual(["operators/money-runbooks.md", "operators/personal-data.md"]);
});
