import { competitionChecks, listChecks, verifiedCompetition, verifiedList } from "./draw-checks.ts";
import { DrawError, type VerifiedDraw } from "./draw-outcome.ts";
import { drawAt } from "./published-draw.ts";

export { DrawError, type VerifiedDraw } from "./draw-outcome.ts";

/** Options of verifying a draw. */
export interface VerifyDrawOptions {
  /** The answer to the commit of a fair draw, kept from before. */
  readonly commitment?: { readonly serverSeedHash: string; readonly algorithm: string };
  /** For how long each try waits for its answer. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Sends requests. Default: the platform's. */
  readonly fetch?: typeof fetch;
}

/**
 * Reads a published draw and computes it again. No key is sent.
 * @param url of a competition's draw, `…/competition/{id}/draw.json`, or of the proof of a fair draw: the answer to its
 * reveal, with the list as member `candidates`
 * @throws DrawError: the draw is not verified
 * @throws RaffleError: no answer came, or a refusal
 */
export async function verify(url: string, options: VerifyDrawOptions = {}): Promise<VerifiedDraw> {
  const { commitment = null, timeoutMs, fetch } = options;
  const published = await drawAt(url, { timeoutMs, fetch });
  if (published.kind === "list") {
    await expectPassed(listChecks(published.draw, commitment));
    return verifiedList(published.draw, commitment);
  }
  const { document, entries } = published;
  if (document.method === "vrf")
    throw new DrawError("on_chain", "this client does not verify draws on a chain: raffle verify does");
  if (document.commitment === null)
    throw new DrawError("nothing_committed", "nothing is committed yet", "commitment");
  await expectPassed(competitionChecks(document, entries));
  return verifiedCompetition(document);
}

/** @throws DrawError: a check did not pass */
async function expectPassed(checks: ReturnType<typeof listChecks>): Promise<void> {
  for await (const { name, passed, detail } of checks)
    if (!passed) throw new DrawError("mismatch", `${name}: ${detail}`, name);
}
