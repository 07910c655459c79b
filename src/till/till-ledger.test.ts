import { expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { ledgerOf } from "./till-ledger.ts";

const TOKEN: Hex = `0x${"70".repeat(20)}`;
const OTHER: Hex = `0x${"71".repeat(20)}`;
const PRICE = 25n;

type Step =
  | { readonly in: number; readonly token?: Hex }
  | {
      readonly paid?: number;
      readonly refunded?: number;
      readonly stayed?: number;
      readonly byTreasury?: boolean;
    };

/** Returns the ledger after these events, each in a separate block. */
function ledgerAfter(steps: readonly Step[], token: Hex = TOKEN) {
  const place = (at: number) => ({
    txHash: `0x${String(at).padStart(64, "0")}` as Hex,
    logIndex: 0,
    blockNumber: at,
    at: new Date(at * 1_000),
  });
  const transfers = steps.flatMap((step, at) =>
    "in" in step ? [{ ...place(at), token: step.token ?? TOKEN, units: BigInt(step.in) }] : [],
  );
  const closes = steps.flatMap((step, at) => {
    if ("in" in step) return [];
    const { paid = 0, refunded = 0, stayed, byTreasury = false } = step;
    const rest = stayed === undefined ? null : BigInt(stayed);
    const units = { paid: BigInt(paid), refunded: BigInt(refunded), stayed: rest };
    return [{ ...place(at), token: TOKEN, ...units, byTreasury }];
  });
  return ledgerOf({ token: TOKEN, units: PRICE, transfers, closes }, token);
}

function after(steps: readonly Step[], token: Hex = TOKEN) {
  const { there, held, stayed } = ledgerAfter(steps, token);
  return [there, held, stayed].map(Number);
}

it.each<readonly [string, readonly Step[], readonly number[]]>([
  ["nothing arrived", [], [0, 0, 0]],
  ["less than the price", [{ in: 10 }], [10, 10, 0]],
  ["the price in parts, and more", [{ in: 10 }, { in: 20 }], [30, 25, 0]],
  ["a surplus given back", [{ in: 30 }, { refunded: 5 }], [25, 25, 0]],
  ["the treasury took the price", [{ in: 25 }, { paid: 25 }], [0, 0, 0]],
  ["the buyer paid again after that", [{ in: 25 }, { paid: 25 }, { in: 25 }], [25, 0, 0]],
  ["the treasury took a part", [{ in: 25 }, { paid: 10 }, { in: 25 }], [40, 15, 0]],
  ["the treasury took a part of a part", [{ in: 10 }, { paid: 10 }, { in: 20 }], [20, 15, 0]],
  ["the treasury took a surplus, too", [{ in: 30 }, { paid: 30 }, { in: 1 }], [1, 0, 0]],
  ["a part taken, the rest given back", [{ in: 25 }, { paid: 10, refunded: 15 }], [0, 0, 0]],
  ["the price given back, and paid again", [{ in: 25 }, { refunded: 25 }, { in: 25 }], [25, 0, 0]],
  ["a rest that stayed", [{ in: 26 }, { paid: 25 }, { stayed: 1 }], [1, 0, 1]],
  ["a rest that stayed with a part of the price", [{ in: 25 }, { paid: 10 }, { stayed: 15 }], [15, 0, 15]],
  ["a rest withdrawn", [{ in: 26 }, { paid: 25 }, { stayed: 1 }, { refunded: 1 }], [0, 0, 0]],
  ["a rest that stayed, and more", [{ in: 26 }, { paid: 25 }, { stayed: 1 }, { in: 2 }], [3, 0, 1]],
  ["both stayed", [{ in: 26 }, { paid: 25 }, { stayed: 1 }, { in: 2 }, { stayed: 3 }], [3, 0, 3]],
])("%s", (_what, steps, ledger) => {
  expect(after(steps)).toEqual(ledger);
});

it("of another token nothing is the seller's", () => {
  expect(after([{ in: 25 }, { in: 7, token: OTHER }], OTHER)).toEqual([7, 0, 0]);
});

it("counts the calls of the treasury for that token, and no other event", () => {
  const steps = [{ in: 25 }, { paid: 25, byTreasury: true }, { in: 7 }, { stayed: 7 }, { refunded: 7 }];
  expect(ledgerAfter([...steps, { byTreasury: true }]).closes).toBe(2);
  expect(ledgerAfter(steps, OTHER).closes).toBe(0);
});
