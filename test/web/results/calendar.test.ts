import { expect, it } from "vitest";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { opened } from "../../support/opened.ts";

const rig = opened(() => DrawRig.open());

const TITLE = "Ring, „Größe; 52“ \\ 指輪 💍".repeat(4);

async function calendar(
  id: number | string,
  query = "",
  slug = rig.partner.organisation.slug,
  event: "start" | "draw" = "draw",
) {
  const answer = await rig.service.call("GET", `/embed/${slug}/competition/${id}/${event}.ics${query}`);
  const text = answer.text ?? "";
  const unfolded = text.replaceAll("\r\n ", "").split("\r\n");
  const valueOf = (name: string) =>
    unfolded.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  return { ...answer, text, valueOf };
}

it("the draw is an event in a calendar, at the end of entries, with the address of its result", async () => {
  const lot = await rig.partner.lot({ title: TITLE, endAt: new Date("2031-03-01T18:30:00Z") });
  const { status, headers, text, valueOf } = await calendar(lot.id);
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(headers.get("Content-Disposition")).toBe(`attachment; filename="draw-${lot.id}.ics"`);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(valueOf("DTSTART")).toBe("20310301T183000Z");
  const summary = valueOf("SUMMARY")!.replaceAll(/\\([\\;,])/g, "$1");
  expect(summary).toBe(`Draw: ${TITLE}`);
  const { slug } = rig.partner.organisation;
  expect(valueOf("URL")).toBe(`${rig.service.baseUrl}/embed/${slug}/competition/${lot.id}/results`);
  expect(valueOf("STATUS")).toBe("CONFIRMED");
  for (const locale of LANGUAGES)
    expect((await calendar(lot.id, `?locale=${locale}`)).valueOf("SUMMARY")).toContain("Ring");
  await rig.cancel(lot.id);
  rig.service.clock.advance(2_000);
  expect((await calendar(lot.id)).valueOf("STATUS")).toBe("CANCELLED");
});

it("the start of entries is another event, with a reminder and the address of the competition", async () => {
  const startAt = new Date("2031-01-31T23:45:00Z");
  const lot = await rig.partner.lot({ title: TITLE, startAt, endAt: new Date("2031-03-01T18:30:00Z") });
  const { slug } = rig.partner.organisation;
  const start = (query = "") => calendar(lot.id, query, slug, "start");
  const { status, headers, text, valueOf } = await start();
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(headers.get("Content-Disposition")).toBe(`attachment; filename="start-${lot.id}.ics"`);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const components = text.split("\r\n").filter((line) => /^(BEGIN|END):/.test(line));
  expect(components).toEqual([
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "BEGIN:VALARM",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
  // What RFC 5545, 3.6.6, requires of a reminder that shows a text.
  const [, alarm = ""] = /BEGIN:VALARM\r\n(.*?)END:VALARM/s.exec(text.replaceAll("\r\n ", "")) ?? [];
  expect(alarm).toMatch(/^ACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:Entries open: /);
  expect([valueOf("DTSTART"), valueOf("DTEND")]).toEqual(["20310131T234500Z", "20310201T001500Z"]);
  expect(valueOf("SUMMARY")!.replaceAll(/\\([\\;,])/g, "$1")).toBe(`Entries open: ${TITLE}`);
  expect(valueOf("URL")).toBe(`${rig.service.baseUrl}/embed/${slug}/competition/${lot.id}`);
  expect(valueOf("UID")).not.toBe((await calendar(lot.id)).valueOf("UID"));
  for (const locale of LANGUAGES)
    expect((await start(`?locale=${locale}`)).valueOf("SUMMARY")).toContain("Ring");
  await rig.cancel(lot.id);
  rig.service.clock.advance(2_000);
  expect((await start()).valueOf("STATUS")).toBe("CANCELLED");
});

it("a line break in a title begins no line of the calendar", async () => {
  const lot = await rig.partner.lot();
  await rig.rows("update lot set title = $2 where id = $1", lot.id, "Watch\r\nATTENDEE:mailto:x@example.com");
  rig.service.clock.advance(2_000);
  const { text, valueOf } = await calendar(lot.id);
  expect(text).not.toMatch(/^ATTENDEE/m);
  expect(valueOf("SUMMARY")).toBe(String.raw`Draw: Watch\nATTENDEE:mailto:x@example.com`);
});

it("there is none of a draft, of another organisation's competition, or of anything else", async () => {
  const draft = await rig.partner.lot({ status: "draft" });
  const lot = await rig.partner.lot();
  for (const [id, slug] of [[draft.id], ["x"], ["99999999999999999"], [lot.id, "unknown"]] as const)
    for (const event of ["start", "draw"] as const)
      expect((await calendar(id, "", slug, event)).status).toBe(404);
});
