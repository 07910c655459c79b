import { describe, expect, it } from "vitest";
import { BlockSpan } from "./block-span.ts";

/** Queries a node that takes `limit` blocks at once. @returns whether it answered */
function ask(span: BlockSpan, limit: number): boolean {
  const { blocks } = span;
  const isAnswered = blocks <= limit;
  if (isAnswered) span.answered(blocks);
  else span.rejected(blocks);
  return isAnswered;
}

describe("the blocks of a query to a node", () => {
  it.each([1, 10, 62, 100, 1_024, 1_999])("hardly meet its limit of %i again once it is found", (limit) => {
    const span = new BlockSpan(2_000);
    const answers = Array.from({ length: 1_020 }, () => ask(span, limit));
    const found = answers.slice(20);
    expect(found.filter((isAnswered) => !isAnswered).length).toBeLessThan(15);
    expect(span.blocks).toBeLessThanOrEqual(limit * 2);
    expect(span.blocks * 2).toBeGreaterThan(limit / 2);
  });

  it("are as many as ever soon after an outage", () => {
    const span = new BlockSpan(2_000);
    for (let tries = 0; tries < 50; tries += 1) ask(span, 0);
    expect(span.blocks).toBe(1);
    for (let tries = 0; tries < 20; tries += 1) expect(ask(span, 2_000)).toBe(true);
    expect(span.blocks).toBeGreaterThanOrEqual(1_000);
    for (let tries = 0; tries < 120; tries += 1) expect(ask(span, 2_000)).toBe(true);
    expect(span.blocks).toBe(2_000);
  });

  it("are more again when the node takes more", () => {
    const span = new BlockSpan(2_000);
    for (let tries = 0; tries < 30; tries += 1) ask(span, 100);
    expect(span.blocks).toBeLessThanOrEqual(100);
    for (let tries = 0; tries < 220; tries += 1) ask(span, 2_000);
    expect(span.blocks).toBe(2_000);
  });

  it("are no more after answers about fewer", () => {
    const span = new BlockSpan(2_000);
    for (let tries = 0; tries < 30; tries += 1) ask(span, 100);
    const { blocks } = span;
    for (let tries = 0; tries < 1_000; tries += 1) span.answered(1);
    expect(span.blocks).toBe(blocks);
  });

  it("are few for no longer than an answer where a short range was not answered once", () => {
    const span = new BlockSpan(2_000);
    span.rejected(1);
    span.answered(1);
    for (let tries = 0; tries < 11; tries += 1) expect(ask(span, 2_000)).toBe(true);
    expect(span.blocks).toBe(2_000);
  });
});
