import { expect, it } from "vitest";
import { placeHosted } from "../../support/builders/hosted-order.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { opened } from "../../support/opened.ts";

const rig = opened(() => DrawRig.open({ environment: { PUBLIC_REQUESTS_PER_MINUTE: "10000" } }));

const others = () => `href="/embed/${rig.partner.organisation.slug}"`;
const calendar = (id: number, event: "start" | "draw" = "draw") =>
  `href="/embed/${rig.partner.organisation.slug}/competition/${id}/${event}.ics?locale=en"`;
const result = (id: number) => `href="/embed/${rig.partner.organisation.slug}/competition/${id}/results"`;

async function read(path: string): Promise<string> {
  rig.service.clock.advance(1_500);
  return (await rig.service.call("GET", path)).text;
}
const card = (id: number | string, rest = "") =>
  read(`/embed/${rig.partner.organisation.slug}/competition/${id}${rest}`);

it("each state of a competition leads on: to the draw, to start or draw for the calendar, to other competitions", async () => {
  const { id: open } = await rig.partner.lot();
  const { id: scheduled } = await rig.partner.lot({ startAt: new Date(Date.now() + 3_600_000) });
  const { id: soldOut } = await rig.partner.lot({ maxTickets: 2 });
  await rig.sell(soldOut, 2);
  const { id: cancelled } = await rig.partner.lot();
  await rig.cancel(cancelled);
  const closing = await rig.committed(1);
  const drawn = await rig.drawn(1);
  const { id: retired } = await rig.partner.lot();
  await rig.close(retired);
  const states: readonly [id: number, links: readonly ("draw" | "start" | "calendar" | "others")[]][] = [
    [open, ["calendar"]],
    [scheduled, ["start", "others"]],
    [soldOut, ["draw", "calendar", "others"]],
    [closing, ["draw", "others"]],
    [drawn, ["draw", "others"]],
    [cancelled, ["others"]],
    [retired, ["others"]],
  ];
  for (const [id, links] of states) {
    const page = await card(id);
    const found = {
      draw: result(id),
      start: calendar(id, "start"),
      calendar: calendar(id),
      others: others(),
    };
    for (const [name, link] of Object.entries(found))
      expect(page.includes(link), `${id} ${name}`).toBe((links as readonly string[]).includes(name));
  }
  for (const id of [closing, drawn, cancelled, retired])
    expect(await card(id, "/results")).toContain(others());
  expect(await card("999999999")).toContain(others());
  expect(await read("/embed/unknown/competition/1")).not.toContain('href="/embed/');
});

it("after paying, the draw can be noted and the competition shared, and checkout that is closed leads on", async () => {
  const { id: lotId } = await rig.partner.lot({ title: "Bicycle" });
  const shopper = await Shopper.signIn(rig.service, rig.partner.organisation.id);
  const order = await placeHosted(rig.partner, lotId, { email: shopper.email });
  await rig.partner.provider(order.id, { outcome: "paid" });
  const page = await read(`/orders/${order.id}`);
  expect(page).toContain(calendar(lotId));
  expect(page).toContain(result(lotId));
  expect(page).toMatch(new RegExp(`href="[^"]*/competition/${lotId}"[^>]*data-share`));
  await rig.cancel(lotId);
  const closed = await read(`/checkout/${rig.partner.organisation.slug}/${lotId}`);
  expect(closed).toContain(others());
});
