import { expect, it } from "vitest";
import { Mails, type ShownMail } from "../../ports/mails/mails.ts";
import { MailSettings } from "../../ports/settings.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { MailSender } from "../../src/mails/mail-sender.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { FAR_BLOCKS, DrawRig } from "../lot-draws/draw-rig.ts";
import { MailServer } from "../support/receivers/mail-server.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const server = opened(() => MailServer.open());
const rig = opened(() =>
  DrawRig.open({
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=none`,
      MAIL_FROM: "raffles@shop.example",
    },
  }),
);

const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;

/** Creates a pending order of hosted checkout. */
async function hosted(lotId: number, buyer: object, { quantity = 1, locale = "en" } = {}): Promise<string> {
  const { id } = (await rig.partner.checkout(lotId, { quantity, buyer })).json.data;
  await rig.rows(
    "update ticket_order set channel = 'hosted', api_key_id = null, form_key = sha256(id::bytea), locale = $2 where id = $1",
    id,
    locale,
  );
  return id;
}
const pay = (id: string) => rig.partner.provider(id, { outcome: "paid" });

async function to(email: string): Promise<ShownMail[]> {
  return (await rig.service.wiring.get(Mails).newest(100)).filter((mail) => mail.to === email).toReversed();
}
const contentsFor = async (email: string) => (await to(email)).map(({ content }) => content);

async function post(service = rig.service): Promise<void> {
  const mailSender = service.wiring.get(MailSender);
  while ((await mailSender.sendOnce()) > 0) await mailSender.drain();
}

it("mails the tickets to the buyer of a hosted order, once, and sends no mail for a partner's orders", async () => {
  const [email, theirs] = [newEmail(), newEmail()];
  const { id: lotId } = await rig.partner.lot({ title: "Steel <b> watch" });
  const order = await hosted(lotId, { email }, { quantity: 3, locale: "de" });
  const other = (await rig.partner.checkout(lotId, { buyer: { email: theirs } })).json.data.id;
  expect(await contentsFor(email)).toEqual([]);
  // Mails leave by real time, also where business is ahead.
  await rig.service.clock.later(600_000, () => Promise.all([pay(order), pay(order), pay(other)]));
  await pay(order);
  expect(await contentsFor(theirs)).toEqual([]);
  const [content, ...more] = await contentsFor(email);
  expect(more).toEqual([]);
  const { slug } = rig.partner.organisation;
  expect(content).toMatchObject({
    kind: "tickets_issued",
    orderId: order,
    lotTitle: "Steel <b> watch",
    quantity: 3,
    ticketsUrl: `${rig.service.baseUrl}/tickets/${slug}`,
  });
  await Promise.all([post(), post()]);
  expect(server.to(theirs)).toEqual([]);
  const [arrived, ...again] = server.to(email);
  expect(again).toEqual([]);
  expect(arrived!.email.subject).toBe("Ihre Lose für Steel <b> watch");
  const { first_ticket: first } = (
    await rig.rows("select first_ticket from ticket_order where id = $1", order)
  )[0];
  for (const fact of [
    `Losnummern: ${first} – ${first + 2}`,
    "Bezahlter Betrag: 75,00",
    `Bestellnummer: ${order}`,
  ])
    expect(arrived!.email.text).toContain(fact);
  expect(await rig.rows("select 1 from mail where about = $1 and sealed is not null", order)).toEqual([]);
});

it("writes to the linked email of a buyer with a wallet, and sends nothing where there is none", async () => {
  const { id: lotId } = await rig.partner.lot();
  const wallet = `0x${"8".repeat(40)}`;
  const first = await hosted(lotId, { walletAddress: wallet });
  await pay(first);
  expect(await rig.rows("select 1 from mail where about = $1", first)).toEqual([]);
  const email = newEmail();
  await rig.partner.checkout(lotId, { buyer: { email } });
  await rig.rows(
    `insert into account_link (organisation_id, account_id, other_id, created_at)
      select i.organisation_id, least(i.account_id, w.account_id), greatest(i.account_id, w.account_id), now()
      from account_identity i join account_identity w on w.value = $2 where i.value = $1`,
    email,
    wallet,
  );
  const second = await hosted(lotId, { walletAddress: wallet });
  await pay(second);
  expect(await contentsFor(email)).toMatchObject([{ kind: "tickets_issued", orderId: second }]);
});

it("mails about a refund that was sent, and about one that the organisation pays itself, each once", async () => {
  const [email, other, disputed] = [newEmail(), newEmail(), newEmail()];
  const { id: lotId } = await rig.partner.lot({ title: "Lamp" });
  const orders = [];
  for (const each of [email, other, disputed]) orders.push(await hosted(lotId, { email: each }));
  for (const order of orders) await pay(order);
  await post();
  await rig.cancel(lotId);
  const { wiring } = rig.service;
  while ((await wiring.get(LotUnwinder).unwindOnce()) > 0);
  await rig.rows(
    "update refund set state = 'manual', last_error = 'unsupported', due_at = null where order_id = $1",
    orders[1],
  );
  await rig.rows(
    "update refund set state = 'manual', last_error = 'disputed', due_at = null where order_id = $1",
    orders[2],
  );
  for (let n = 0; n < 3; n += 1) await wiring.get(RefundRunner).refundOnce();
  const refund = (orderId: string, state: string) => ({ kind: "refund", orderId, lotTitle: "Lamp", state });
  expect((await contentsFor(email)).filter(({ kind }) => kind === "refund")).toMatchObject([
    { ...refund(orders[0]!, "sent"), amount: "$25.00" },
  ]);
  expect((await contentsFor(other)).filter(({ kind }) => kind === "refund")).toMatchObject([
    refund(orders[1]!, "by_hand"),
  ]);
  expect((await contentsFor(disputed)).filter(({ kind }) => kind === "refund")).toEqual([]);
  await rig.rows("update refund set note = 'by bank', state = 'succeeded' where order_id = $1", orders[1]);
  expect((await contentsFor(other)).filter(({ kind }) => kind === "refund")).toHaveLength(1);
  // No mail was sent about tickets that are given back.
  await post();
  expect(server.to(email).map(({ email: { subject } }) => subject)).toEqual([
    "Your tickets for Lamp",
    "Refund for Lamp",
  ]);
});

it("sends no outdated mail: tickets that were cancelled before the mail left", async () => {
  const email = newEmail();
  const { id: lotId } = await rig.partner.lot();
  const order = await hosted(lotId, { email });
  await pay(order);
  await rig.cancel(lotId);
  await post();
  expect(server.to(email)).toEqual([]);
  const [mail] = await rig.rows("select state from mail where about = $1", order);
  expect(mail.state).toBe("withdrawn");
});

it("mails the winner when it is published, and not again when that is repeated", async () => {
  const email = newEmail();
  const { id: lotId } = await rig.partner.lot({ title: "Bike" });
  await pay(await hosted(lotId, { email }));
  await rig.close(lotId);
  await rig.turn(lotId);
  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(lotId);
  await post();
  for (const change of ["published_at = null", "published_at = now()"])
    await rig.rows(`update winner set ${change} where lot_id = $1`, lotId);
  await post();
  const winning = server.to(email).filter(({ email: { subject } }) => subject === "You have won Bike");
  expect(winning).toHaveLength(1);
  expect(winning[0]!.email.text).toContain(`/competition/${lotId}/results`);
});

it("stores no mail where none are sent", async () => {
  const email = newEmail();
  const { id: lotId } = await rig.partner.lot();
  const silent = await TestService.open({
    databaseUrl: rig.service.databaseUrl,
    replace: (wiring) => wiring.bind(MailSettings, () => ({ offered: false, mailbox: false })),
  });
  await pay(await hosted(lotId, { email }));
  await post(silent);
  await post();
  expect(server.to(email)).toEqual([]);
  expect(await rig.rows("select 1 from mail where due_at is not null")).toEqual([]);
  await silent.stop();
});
