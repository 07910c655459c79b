import { describe, expect, it } from "vitest";
import { checkTransition, type Lifecycle, type Lot, lotState, sells } from "./lot.ts";

const start = new Date("2026-01-01T00:00:00Z");
const end = new Date("2026-02-01T00:00:00Z");
const before = new Date("2025-12-31T23:59:59.999Z");
const during = new Date("2026-01-15T00:00:00Z");
const active: Lifecycle = {
  status: "active",
  startAt: start,
  endAt: end,
  sold: 0,
  held: 0,
  voided: 0,
  onChain: false,
  drawnAt: null,
  archivedAt: null,
};

describe("lotState", () => {
  it.each<[string, Partial<Lifecycle>, Date, string]>([
    ["a draft is draft whatever the clock says", { status: "draft" }, end, "draft"],
    ["cancelled is final", { status: "cancelled", drawnAt: null, sold: 5 }, during, "cancelled"],
    ["active before its start is scheduled", {}, before, "scheduled"],
    ["active from its start is open", {}, start, "open"],
    ["active until just before its end is open", {}, new Date(end.getTime() - 1), "open"],
    ["sold out stays open", { sold: 10 }, during, "open"],
    ["at its end with tickets it is closing", { sold: 3 }, end, "closing"],
    ["ended with tickets and no winner is closing", { status: "ended", sold: 3 }, end, "closing"],
    ["ended without tickets is closing while a hold is left", { status: "ended", held: 1 }, end, "closing"],
    ["ended without a ticket is retired", { status: "ended" }, end, "retired"],
    ["on chain at its end it is closing until it is closed", { onChain: true }, end, "closing"],
    ["on chain and ended without a ticket is retired", { onChain: true, status: "ended" }, end, "retired"],
    ["ended with only voided tickets is retired", { status: "ended", sold: 2, voided: 2 }, end, "retired"],
    ["with a winner it is drawn", { status: "ended", sold: 3, drawnAt: end }, end, "drawn"],
    [
      "archived after its draw it is retired",
      { status: "ended", sold: 3, drawnAt: end, archivedAt: end },
      end,
      "retired",
    ],
  ])("%s", (_, change, now, state) => {
    expect(lotState({ ...active, ...change }, now)).toBe(state);
    expect(sells({ ...active, ...change }, now)).toBe(state === "open");
  });
});

describe("checkTransition", () => {
  const lot = { ...active, id: 1 } as Lot;

  it("activates a draft whose end is ahead, wherever its start lies", () => {
    expect(() => checkTransition({ ...lot, status: "draft" }, "active", during)).not.toThrow();
  });

  it("does not activate after the end", () => {
    expect(() => checkTransition({ ...lot, status: "draft" }, "active", end)).toThrow("endDate has passed");
  });

  it("goes back to draft only while no ticket is issued or held", () => {
    expect(() => checkTransition(lot, "draft", during)).not.toThrow();
    expect(() => checkTransition({ ...lot, held: 1 }, "draft", during)).toThrow("issued or are held");
    expect(() => checkTransition({ ...lot, sold: 1 }, "draft", during)).toThrow("issued or are held");
  });

  it.each(["ended", "cancelled"] as const)("leaves %s alone", (status) => {
    expect(() => checkTransition({ ...lot, status }, "active", during)).toThrow("final");
  });
});
