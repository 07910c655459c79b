/** Compares the draw document of a lot on chain with what a node says of it, for `npm run verify`. */
import { createHash } from "node:crypto";
import type { DrawEntry, LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import { checkOnchainDraw, type OnchainDraw } from "../../src/lot-draws/vrf/onchain-draw-check.ts";

interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** A node's data: its chain, and the lot on the document's contract. */
interface Seen {
  readonly chainId: number;
  readonly draw: OnchainDraw;
}

/** A check that the entries are the purchases on chain, in the same order. */
export class EntriesOfChain {
  readonly #purchases: OnchainDraw["purchases"];
  #count = 0;
  #wrong: number | null = null;

  constructor({ draw }: Seen) {
    this.#purchases = draw.purchases;
  }

  async *passing(entries: AsyncIterable<DrawEntry>): AsyncGenerator<DrawEntry, void> {
    for await (const entry of entries) {
      const purchase = this.#purchases[this.#count];
      this.#count += 1;
      if (purchase === undefined || !isOf(entry, purchase)) this.#wrong ??= this.#count;
      yield entry;
    }
  }

  /** Returns the check, once all entries have passed. */
  check(): Check {
    const { length } = this.#purchases;
    if (this.#wrong !== null)
      return failed("chain.entries", `entry ${this.#wrong} is not a purchase on chain`);
    if (this.#count !== length) return failed("chain.entries", `${this.#count}, on chain ${length}`);
    return passed("chain.entries", `${length}, each the purchase on chain`);
  }
}

function isOf({ first, last, orderHash }: DrawEntry, purchase: OnchainDraw["purchases"][number]): boolean {
  const hash = createHash("sha256").update(purchase.transactionHash).digest("hex");
  return first === purchase.first && last === purchase.last && orderHash === hash;
}

/** Checks the draw on chain, and compares the document with it. */
export function chainChecks(document: LotDrawDocument, { chainId, draw }: Seen): Check[] {
  const { request = null, answer = null } = document;
  const checks = checkOnchainDraw(draw).map((check) => ({ ...check, name: `chain.${check.name}` }));
  checks.push(same("chainId", document.chainId, chainId));
  if (request !== null) {
    checks.push(same("request.vrfRequestId", request.vrfRequestId, String(draw.request?.requestId)));
    checks.push(same("request.requestTx", request.requestTx, String(draw.request?.transactionHash)));
    checks.push(same("request.tickets", request.tickets, draw.request?.tickets ?? 0));
  }
  if (answer !== null) {
    const { drawn } = draw;
    const seed = drawn && `0x${drawn.seed.toString(16).padStart(64, "0")}`;
    checks.push(same("answer.seed", answer.seed, String(seed)));
    checks.push(same("answer.ticketNumber", answer.ticketNumber, drawn?.ticket ?? 0));
    checks.push(same("answer.fulfillmentTx", answer.fulfillmentTx, String(drawn?.transactionHash)));
    checks.push(same("answer.blockNumber", answer.blockNumber, drawn?.blockNumber ?? 0));
  }
  return checks;
}

function same(name: string, documented: string | number, seen: string | number): Check {
  return documented === seen
    ? passed(name, String(documented))
    : failed(name, `${documented}, on chain ${seen}`);
}

function passed(name: string, detail: string): Check {
  return { name, passed: true, detail };
}

function failed(name: string, detail: string): Check {
  return { name, passed: false, detail };
}
