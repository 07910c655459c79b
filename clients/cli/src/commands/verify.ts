import { readFileSync } from "node:fs";
import {
  DrawError,
  verify,
  type VerifiedDraw,
  type VerifyDrawOptions,
} from "../../../typescript/src/draws.ts";
import type { Command } from "../command.ts";
import { Failure, UsageError } from "../failure.ts";

const PROOF = "http://proof.invalid/";

export const VERIFY_COMMANDS: readonly Command[] = [
  {
    name: "verify",
    help: "compute a draw again: the address of a draw.json, or the file of a fair draw's proof",
    arguments: ["SOURCE"],
    options: ["candidates", "commitment"],
    run: async ({ arguments: [source], options: { candidates, commitment }, output }) => {
      const options =
        commitment === undefined ? {} : { commitment: jsonOf(commitment) as VerifyDrawOptions["commitment"] };
      try {
        const draw = await (isAddress(source!)
          ? verify(source!, options)
          : verify(PROOF, { ...options, fetch: proofOf(source!, candidates) }));
        output.data(draw, conclusionOf(draw));
      } catch (error) {
        if (!(error instanceof DrawError)) throw error;
        const { message, member } = error;
        throw new Failure(`FAILED: ${member === null ? "" : `${member}: `}${message}`);
      }
    },
  },
];

function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source) && URL.canParse(source);
}

/** Returns a `fetch` that answers with a proof of files. */
function proofOf(path: string, candidates: string | undefined): typeof fetch {
  const proof = jsonOf(path);
  const answer = candidates === undefined ? proof : { ...proof, candidates: jsonOf(candidates) };
  return () => Promise.resolve(Response.json(answer));
}

function jsonOf(path: string): object {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as object;
  } catch (error) {
    throw new UsageError(`${path} cannot be used: ${(error as Error).message}`);
  }
}

function conclusionOf({ kind, ticketNumber, winnerIndices, compare }: VerifiedDraw): string {
  if (kind === "list") {
    const hash = compare["proof.serverSeedHash"];
    const trusted =
      hash === undefined ? "" : `; compare with the commitment: serverSeedHash ${hash} (--commitment)`;
    return `verified: drawn were ${JSON.stringify(winnerIndices)}${trusted}`;
  }
  const block = `block ${compare["commitment.blockNumber"]}`;
  if (ticketNumber === null)
    return `verified what is committed; the winner is not decided yet: the hash of ${block} decides`;
  return `verified: ticket ${ticketNumber} won; compare the hash of ${block} with a node of the chain: ${compare["winner.blockHash"]}`;
}
