// Written by `npm run client-types` from clients/typescript/src/draws.ts.

import { type VerifiedDraw } from "./draw-outcome.js";
export { DrawError, type VerifiedDraw } from "./draw-outcome.js";
/** Options of verifying a draw. */
export interface VerifyDrawOptions {
    /** The answer to the commit of a fair draw, kept from before. */
    readonly commitment?: {
        readonly serverSeedHash: string;
        readonly algorithm: string;
    };
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
export declare function verify(url: string, options?: VerifyDrawOptions): Promise<VerifiedDraw>;
