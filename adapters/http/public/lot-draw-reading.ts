import { z } from "zod";
import { Chain } from "../../../ports/chain.ts";
import { type DrawView, LotDraws } from "../../../ports/lot-draws/lot-draws.ts";
import type { Parts } from "../../../ports/token.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { idText } from "../input/fields.ts";
import { limitUpTo, paged } from "../input/page.ts";
import type { Reply } from "../kernel/route.ts";

const MAX_ENTRIES = 10_000;

export const LOT_DRAW_NEEDS = { draws: LotDraws, chain: Chain };

export const drawEntriesQuery = z.strictObject({
  limit: limitUpTo(MAX_ENTRIES),
  after: idText
    .optional()
    .describe("Continues after the entry whose first ticket has this number. Taken from the `Link` header."),
});

/** A request for a page of a draw's entries. */
interface EntriesRequest {
  readonly url: string;
  readonly query: z.output<typeof drawEntriesQuery>;
}

/** Reads the draws of lots, for those who have a key and those who have none. Both raise not_found. */
export class LotDrawReading {
  readonly #draws: LotDraws;
  readonly #chain: Chain;

  constructor({ draws, chain }: Parts<typeof LOT_DRAW_NEEDS>) {
    this.#draws = draws;
    this.#chain = chain;
  }

  async document(view: DrawView, lotId: LotId): Promise<LotDrawDocument> {
    const document = await this.#draws.document(view, lotId, this.#chain.chainId);
    if (document === null) throw NotFound.because();
    return document;
  }

  entries(view: DrawView, lotId: LotId, request: EntriesRequest): Promise<Reply<DrawEntry[]>> {
    return paged(
      request,
      async ({ limit, after }) => {
        const entries = await this.#draws.entries(view, lotId, { limit, after: after ?? 0 });
        if (entries === null) throw NotFound.because();
        return entries;
      },
      (entry) => entry,
      (entry) => entry.first,
      MAX_ENTRIES + 1,
    );
  }
}
