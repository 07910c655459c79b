import type { Specification } from "./specification.ts";

/** An answer of the simulated Worldpay. */
export interface Wire {
  readonly status: number;
  readonly body: unknown;
  readonly schema?: readonly [Specification, string];
  readonly type?: string;
  /** The answer is never sent. */
  readonly lost?: boolean;
}

export function refused(status: number, errorName: string): Wire {
  return {
    status,
    body: { errorName, message: "The simulated provider refuses this." },
    schema: ["payments", "ErrorResponse"],
  };
}
