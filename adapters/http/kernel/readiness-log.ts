import type { Log } from "../../../ports/log.ts";

/** Logs when a process becomes unready, and for another reason, and when it is ready again: probes come every few seconds. */
export function loggedReadiness(ready: () => Promise<void>, log: Log): () => Promise<void> {
  let reason: string | null = null;
  return async () => {
    try {
      await ready();
    } catch (error) {
      const { message } = error as Error;
      if (message !== reason) log.warn({ err: error }, "not ready");
      reason = message;
      throw error;
    }
    if (reason !== null) log.info({}, "ready again");
    reason = null;
  };
}
