import { expect } from "vitest";
import type { TestService } from "./service.ts";

/** Each series of a scrape with its labels, as Prometheus writes it, and its value. */
export async function scrape(service: TestService): Promise<ReadonlyMap<string, number>> {
  const { status, text } = await service.call("GET", "/metrics");
  expect(status).toBe(200);
  return new Map(
    [...text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm)].map(([, series, value]) => [series!, Number(value)]),
  );
}
