import { afterAll, beforeAll, expect, it } from "vitest";
import { beginTour, type Tour } from "./support/tour.ts";

let tour: Tour;
beforeAll(async () => {
  tour = await beginTour("operators.md");
});
afterAll(() => tour.end());

it("every command of the operators' guide does what it shows", async () => {
  for (const step of tour.steps) {
    const { printed, shown } = await tour.take(step);
    expect(printed, `docs/operators.md:${step.line}`).toEqual(shown);
  }
  expect(tour.steps.length).toBeGreaterThan(12);
});
