// Written by `npm run client-types` from clients/typescript/src/draw-outcome.ts.

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
