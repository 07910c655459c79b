import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { beginTour } from "./support/tour.ts";
import { opened } from "../support/opened.ts";

/** In the order in which they use what the ones before have made. */
const PAGES = [
  "operators/README.md",
  "operators/monitoring.md",
  "operators/operator-api-tour.md",
  "operators/webhooks.md",
  "operators/rail-accounts.md",
  "operators/orders.md",
  "operators/find-a-purchase.md",
  "operators/draws.md",
];

/** Runs on a database of its own: test/docs/after-a-restore.test.ts. */
const RESTORED = "operators/after-a-restore.md";

const tour = opened(() => beginTour(...PAGES));

it("every command of the operators' pages does what it shows", async () => {
  for (const step of tour.steps) {
    const { printed, shown } = await tour.take(step);
    expect(printed, `docs/${step.document}:${step.line}`).toEqual(shown);
  }
  expect(tour.steps.length).toBeGreaterThan(20);
});

it("no other page of the operators has commands", async () => {
  const all = await readdir(new URL("../../docs/operators/", import.meta.url));
  const others = all
    .map((name) => `operators/${name}`)
    .filter((name) => !PAGES.includes(name) && name !== RESTORED);
  expect(others).toContain("operators/runbooks.md");
  const quiet = await beginTour(...others);
  expect(quiet.steps).toEqual([]);
  await quiet.end();
});
