import { expect, it } from "vitest";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { MailSender } from "../../src/mails/mail-sender.ts";
import { UnpaidMails } from "../../src/mails/unpaid-mails.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { MailServer } from "../support/receivers/mail-server.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const MINUTE_MS = 60_000;

const server = opened(() => MailServer.open());
const rig = opened(() =>
  DrawRig.open({
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=none`,
      MAIL_FROM: "raffles@shop.example",
    },
  }),
);

interface Unpaid {
  readonly id: string;
  readonly email: string;
}

/** Places an order of hosted checkout whose rail has answered, as after its first check. */
async function unpaid({
  locale = "en",
  holdMinutes = 15,
  lot = null as number | null,
} = {}): Promise<Unpaid> {
  const email = `buyer-${crypto.randomUUID()}@example.com`;
  await rig.partner.change({ holdMinutes });
  const lotId = lot ?? (await rig.partner.lot({ title: "Steel <b> watch" })).id;
  const { id } = (await rig.partner.checkout(lotId, { quantity: 2, buyer: { email } })).json.data;
  await rig.rows(
    "update ticket_order set channel = 'hosted', api_key_id = null, form_key = sha256(id::bytea), locale = $2 where id = $1",
    id,
    locale,
  );
  await rig.service.clock.later(31_000, () => rig.service.wiring.get(Reconciliation).reconcileOnce());
  return { id, email };
}

/** Does the work at that number of minutes before the end of paying. */
async function whenLeft<T>({ id }: Unpaid, minutes: number, work: () => Promise<T>): Promise<T> {
  const [{ ends }] = (await rig.rows(
    "select least(hold_until, rail_expires_at) as ends from ticket_order where id = $1",
    id,
  )) as [{ ends: Date }];
  return rig.service.clock.later(
    ends.getTime() - rig.service.clock.now().getTime() - minutes * MINUTE_MS,
    work,
  );
}
const write = (service = rig.service) => service.wiring.get(UnpaidMails).writeOnce();

async function post(): Promise<void> {
  const mailSender = rig.service.wiring.get(MailSender);
  while ((await mailSender.sendOnce()) > 0) await mailSender.drain();
}
const written = async ({ id }: Unpaid) =>
  (await rig.rows("select state from mail where about = $1 and kind = 'order_unpaid'", id)).map(
    ({ state }) => state,
  );

it("a buyer hears once, five minutes before the tickets are given back, with the way to pay", async () => {
  const order = await unpaid({ locale: "de" });
  await whenLeft(order, 5.5, write);
  expect(await written(order)).toEqual([]);
  await whenLeft(order, 4.9, async () => {
    await write();
    await write();
    await post();
    await write();
    await post();
  });
  expect(await written(order)).toEqual(["sent"]);
  const [arrived, ...more] = server.to(order.email);
  expect(more).toEqual([]);
  expect(arrived!.email.subject).toBe("Ihre Lose für Steel <b> watch sind noch nicht bezahlt");
  for (const fact of [
    "sind bis",
    "UTC reserviert",
    "Sie zahlen: 50,00",
    "Lose: 2",
    `Bestellnummer: ${order.id}`,
    `Weiter zur Zahlung: ${rig.service.baseUrl}/orders/${order.id}`,
  ])
    expect(arrived!.email.text).toContain(fact);
});

it("two processes write one mail for each order, and an interrupted transaction writes none and loses none", async () => {
  const lot = (await rig.partner.lot()).id;
  const orders: Unpaid[] = [];
  for (let n = 0; n < 6; n += 1) orders.push(await unpaid({ lot }));
  const other = await TestService.open({ databaseUrl: rig.service.databaseUrl });
  try {
    await whenLeft(orders[0]!, 4, async () => {
      const broken = rig.service.wiring.get(UnitOfWork).run(async () => {
        expect(await write()).toBeGreaterThan(0);
        throw new Error("killed");
      });
      await expect(broken).rejects.toThrow("killed");
      for (const order of orders) expect(await written(order)).toEqual([]);
      other.clock.advance(rig.service.clock.now().getTime() - other.clock.now().getTime());
      await Promise.all([write(), write(other), write(), write(other)]);
    });
  } finally {
    await other.stop();
  }
  for (const order of orders) expect(await written(order)).toEqual(["waiting"]);
});

it("a buyer who pays meanwhile gets no reminder, also where it was written before", async () => {
  const [early, late] = [await unpaid(), await unpaid()];
  await rig.partner.provider(early.id, { outcome: "paid" });
  await whenLeft(late, 4, async () => {
    await write();
    expect(await written(early)).toEqual([]);
    expect(await written(late)).toEqual(["waiting"]);
    await rig.partner.provider(late.id, { outcome: "paid" });
    await post();
  });
  expect(await written(late)).toEqual(["withdrawn"]);
  expect(server.to(late.email).map(({ email }) => email.subject)).toEqual([
    "Your tickets for Steel <b> watch",
  ]);
});

it.each<[name: string, minutes: number, change: string]>([
  ["has ended", -1, "select $1::text"],
  ["ends in less than a minute", 0.5, "select $1::text"],
  [
    "is a partner's",
    4,
    `update ticket_order set channel = 'api', form_key = null, locale = null,
      api_key_id = (select min(id) from api_key) where id = $1`,
  ],
  ["is being confirmed", 4, "update ticket_order set confirm_started_at = now() where id = $1"],
  [
    "has a buyer who is back from the provider",
    4,
    "update pending_order set check_at = now() where order_id = $1",
  ],
  ["has no answer of its rail yet", 4, "update ticket_order set instruction = null where id = $1"],
  [
    "is for a cancelled competition",
    4,
    "update lot set status = 'cancelled', cancelled_at = now() where id = (select lot_id from ticket_order where id = $1)",
  ],
  [
    "was held for nine minutes",
    4,
    `with t as (update ticket_order set hold_until = created_at + interval '9 minutes' where id = $1 returning *)
      update pending_order p set check_at = t.hold_until from t where p.order_id = t.id`,
  ],
  [
    "can be paid for nine minutes only",
    4,
    "update ticket_order set rail_expires_at = created_at + interval '9 minutes' where id = $1",
  ],
])("no reminder is written of an order that %s", async (_, minutes, change) => {
  const order = await unpaid();
  await rig.rows(change, order.id);
  await whenLeft(order, minutes, write);
  expect(await written(order)).toEqual([]);
});
