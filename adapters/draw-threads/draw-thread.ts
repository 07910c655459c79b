import { parentPort } from "node:worker_threads";
import type { ComputedDraw } from "../../ports/fair-draws/draw-computer.ts";
import { type Facts, InvalidRequest, Problem } from "../../src/shared/problem.ts";
import { computeDraw } from "../../src/fair-draws/reveal-request.ts";

/** A request to a thread. */
export interface DrawTask {
  readonly request: Uint8Array<ArrayBuffer>;
  readonly serverSeed: string | null;
}

/** The answer: the draw, or why the request is not valid. */
export type DrawAnswer =
  | { readonly computed: ComputedDraw }
  | { readonly refused: { readonly message: string; readonly facts: Facts } };

// Any other error ends the thread: its request fails, and a new thread takes its place.
parentPort?.on("message", ({ request, serverSeed }: DrawTask) => {
  const answer = answerTo(request, serverSeed);
  const moved = "computed" in answer ? [answer.computed.winnersJson.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(answer, moved);
});

function answerTo(request: Uint8Array, serverSeed: string | null): DrawAnswer {
  try {
    return { computed: computeDraw(request, serverSeed) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== InvalidRequest.code) throw error;
    return { refused: { message: error.message, facts: error.facts } };
  }
}
