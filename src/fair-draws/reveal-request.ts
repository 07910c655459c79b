import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { z } from "zod";
import type { ComputedDraw } from "../../ports/fair-draws/draw-computer.ts";
import { MAX_CANDIDATE_DEPTH, MAX_CANDIDATES, winnerIndices } from "./fair-draw.ts";
import { integer, optionalOr, text } from "../shared/input/fields.ts";
import { parseIJson, validate } from "../shared/input/validation.ts";

/** A candidate is nested in the list, in the request. */
const MAX_DEPTH = MAX_CANDIDATE_DEPTH + 2;

/** Text that PostgreSQL can store. Candidates are not stored. */
function storedText(max: number) {
  return text({ max }).refine((value) => !value.includes("\0"), "must not contain U+0000");
}

export const revealRequest = z
  .strictObject({
    clientSeed: storedText(200).describe("A text that you choose after you have received the commitment."),
    candidates: z
      .array(z.unknown())
      .min(1)
      .max(MAX_CANDIDATES)
      .describe("The candidates: I-JSON values in a fixed order. A value that occurs twice has two chances."),
    pick: integer({ min: 1 }).describe("The number of distinct winners, at most the number of candidates."),
    nonce: optionalOr(storedText(80), "0"),
  })
  .check(({ value, issues }) => {
    const { length } = value.candidates;
    if (length > 0 && value.pick > length) {
      issues.push({
        code: "too_big",
        origin: "number",
        maximum: length,
        input: value.pick,
        path: ["pick"],
        message: `must be at most the number of candidates, ${length}`,
      });
    }
  })
  .meta({
    id: "DrawRevealRequest",
    example: { clientSeed: "a text that you choose", candidates: ["anna", "ben", { holder: 3 }], pick: 1 },
  });

/**
 * Computes the draw of a reveal request. Raises invalid_request.
 * @param serverSeed null: the request is only checked
 */
export function computeDraw(request: Uint8Array, serverSeed: string | null): ComputedDraw {
  const raw = Buffer.from(request.buffer, request.byteOffset, request.byteLength);
  const body = validate(revealRequest, parseIJson(raw, MAX_DEPTH));
  const { clientSeed, nonce, pick, candidates } = body;
  const inputs = {
    clientSeed,
    nonce,
    // As the algorithm's own function, with node:crypto's hash, which is eight times as fast and not available in
    // browsers.
    candidatesHash: hash("sha256", canonicalize(candidates)!),
    candidateCount: candidates.length,
    pick,
  };
  const indices = serverSeed === null ? [] : winnerIndices(serverSeed, inputs);
  const winners = JSON.stringify(indices.map((index) => candidates[index]));
  return { inputs, winnerIndices: indices, winnersJson: new Uint8Array(Buffer.from(winners)) };
}
