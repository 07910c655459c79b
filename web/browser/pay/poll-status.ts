import type { CheckoutStatus } from "../service.d.ts";

const WAIT_MOST_MS = 10_000;
/** Time limit of a poll; it is then repeated. */
const PATIENCE_MS = 15_000;
const END_MS = 35 * 60_000;

interface PollOptions {
  readonly everyMs: number;
  /** Aborted: the result is no longer needed. */
  readonly signal: AbortSignal;
  paid(status: CheckoutStatus): void;
  failed(reason: string): void;
}

export interface Polling {
  /** Asks at once. Resolves when that is answered. */
  look(): Promise<void>;
}

/** Asks for a session's status until it is decided; one of `paid` and `failed` is called, once. */
export function pollStatus(poll: () => unknown, { everyMs, signal, paid, failed }: PollOptions): Polling {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | null = null;
  const end = setTimeout(() => signal.aborted || failed("timeout"), END_MS);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    clearTimeout(end);
  });

  const wait = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(
      () => void look(),
      failures === 0 ? everyMs : Math.min(WAIT_MOST_MS, everyMs * 2 ** failures),
    );
  };
  const ask = async () => {
    try {
      const status = statusIn(await soon(poll()));
      if (signal.aborted) return;
      failures = 0;
      if (status.ticketsIssued === true) paid(status);
      else if (status.status === "failed") failed(status.error ?? "failed");
    } catch (error) {
      failures += 1;
      if (failures === 1)
        console.warn("raffle embed.js: poll returned no status; it will be repeated", error);
    }
  };
  const look = () => {
    asking ??= ask().finally(() => {
      asking = null;
      wait();
    });
    return asking;
  };
  wait();
  return { look };
}

/** Reads the status with or without the envelope of the API. */
function statusIn(answer: unknown): CheckoutStatus {
  const { data = answer } = answer as { readonly data?: unknown };
  const status = data as CheckoutStatus;
  if (typeof status.status !== "string") throw new Error("poll returned no status");
  return status;
}

function soon(answer: unknown): Promise<unknown> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, PATIENCE_MS, new Error("poll has not answered"));
  });
  return Promise.race([answer, late]);
}
