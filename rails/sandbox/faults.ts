import type { RailOrder } from "../../ports/rail.ts";

export type SandboxOperation = "create" | "confirm" | "look_up" | "cancel" | "refund" | "look_up_refund";

/**
 * refuse_connection: nothing is sent. lose_answer: the provider acts, its answer never arrives.
 * garble_answer: it acts, its answer cannot be read. hang: it neither acts nor answers.
 */
export type SandboxFault = "refuse_connection" | "lose_answer" | "garble_answer" | "hang";

/** Lets tests make a provider that is down, hangs or loses answers. */
export interface SandboxFaults {
  before?(operation: SandboxOperation, order: RailOrder): Promise<SandboxFault | null>;
  /** Listing is about no order. */
  beforeListing?(): Promise<SandboxFault | null>;
}

/** The end of a call without an answer. */
export type Trouble = "not_sent" | "no_answer" | "unreadable";
