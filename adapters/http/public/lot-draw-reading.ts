import { z } from "zod";
import { Chain } from "../../../ports/chain.ts";
import { type DrawView, LotDraws } from "../../../ports/lot-draws/lot-draws.ts";
import type { Parts } from "../../../ports/token.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { drawFileText } from "../../../src/lot-draws/lot-draw-file.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { StreamedReply } from "../answers/streamed-reply.ts";
import { idText } from "../input/fields.ts";
import { limitUpTo, paged } from "../input/page.ts";
import type { Reply } from "../kernel/route.ts";

const MAX_ENTRIES = 10_000;
/** The media type of a draw file. */
export const DRAW_FILE = "application/x-ndjson";

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

  /**
   * Returns the document and all entries as a draw file.
   * @param charge is called before each request for a page of entries
   */
  async file(view: DrawView, lotId: LotId, charge: () => void): Promise<StreamedReply<LotDrawDocument>> {
    const document = await this.document(view, lotId);
    const parts = () => drawFileText(document, this.#pages(view, lotId, charge));
    return new StreamedReply(DRAW_FILE, `draw-${lotId}.ndjson`, parts, document);
  }

  async *#pages(view: DrawView, lotId: LotId, charge: () => void): AsyncGenerator<readonly DrawEntry[]> {
    for (let after = 0; ;) {
      charge();
      const entries = await this.#entries(view, lotId, { limit: MAX_ENTRIES + 1, after });
      const hasMore = entries.length > MAX_ENTRIES;
      if (hasMore) entries.pop();
      yield entries;
      if (!hasMore) return;
      after = entries.at(-1)!.first;
    }
  }

  async #entries(
    view: DrawView,
    lotId: LotId,
    slice: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[]> {
    const entries = await this.#draws.entries(view, lotId, slice);
    if (entries === null) throw NotFound.because();
    return entries;
  }

  entries(view: DrawView, lotId: LotId, request: EntriesRequest): Promise<Reply<DrawEntry[]>> {
    return paged(
      request,
      ({ limit, after }) => this.#entries(view, lotId, { limit, after: after ?? 0 }),
      (entry) => entry,
      (entry) => entry.first,
      MAX_ENTRIES + 1,
    );
  }
}
