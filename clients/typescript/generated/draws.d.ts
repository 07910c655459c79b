// Written by `npm run client-types` from clients/typescript/src/draws.ts.

/** A draw that is not verified. */
export declare class DrawError extends Error {
    readonly name: string;
    /**
     * `mismatch`: a member is not what the rest gives; `unreadable`: not a published draw; `on_chain`: a draw on a chain,
     * whose proof this client cannot verify; `nothing_committed`: there is nothing to verify yet.
     */
    readonly code: "mismatch" | "unreadable" | "on_chain" | "nothing_committed";
    /** The member that the fault is about: `commitment.ticketsRoot`. null: the whole. */
    readonly member: string | null;
    constructor(code: DrawError["code"], message: string, member?: string | null);
}
/** A draw whose winners follow from what is published. */
export interface VerifiedDraw {
    /** `list`: a fair draw over a list. */
    readonly kind: "competition" | "list";
    /** The winning ticket of a competition; null: it is not decided yet, or the draw is one over a list. */
    readonly ticketNumber: number | null;
    /** Positions of the winners in the list, from 0, in the order drawn; empty for a competition. */
    readonly winnerIndices: readonly number[];
    /** Values that are not verified here, by name: compare them with what others saw, such as the block's hash with a node. */
    readonly compare: Readonly<Record<string, number | string>>;
}
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
