import { expect, it } from "vitest";
import { cellsOf } from "./payout-csv.ts";

it("reads a long file in pieces, between which the process serves others", async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => `usd,${at}.00,"a, b",é,charge,ch_${at}`);
  let turns = 0;
  let isRead = false;
  const count = () => {
    if (isRead) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const lines = await cellsOf(`\uFEFFa,b,c,d,e,f\n${rows.join("\n")}\n`);
  isRead = true;
  expect(lines).toHaveLength(20_001);
  expect(lines[0]!.cells[0]).toBe("a");
  expect(lines.at(-1)).toEqual({
    cells: ["usd", "19999.00", "a, b", "é", "charge", "ch_19999"],
    line: 20_001,
  });
  expect(turns).toBeGreaterThan(10);
});

it("refuses a file of more than 50,000 lines, and ends early", async () => {
  const read = cellsOf("a,b\n" + "1,2\n".repeat(80_000));
  await expect(read).rejects.toThrow("The file has more than 50000 lines.");
});
