import { type Token, token } from "../token.ts";

/** The work of a process: answering requests, background work, or both. */
export type Role = "all" | "api" | "worker";

export interface RunningProcess {
  /** UUID. */
  readonly id: string;
  readonly role: Role;
  readonly startedAt: Date;
}

/** Signs of life of all processes of an installation. */
export interface Heartbeats {
  /** Says that a process lives now, by the database's clock. */
  beat(process: RunningProcess): Promise<void>;
  /** It ends in order. */
  leave(id: string): Promise<void>;
  /** Those that were seen within an hour and have not ended in order, oldest first; at most 1,000. */
  list(): Promise<(RunningProcess & { readonly seenAt: Date })[]>;
}
export const Heartbeats: Token<Heartbeats> = token("Heartbeats");
