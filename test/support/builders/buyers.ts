import { expect } from "vitest";
import { type ServiceProcess } from "../service/service-process.ts";
import type { Answer } from "../service/service.ts";
import { eventually } from "../eventually.ts";

export function buy(at: ServiceProcess, key: string, competitionId: number): Promise<Answer> {
  const body = { competitionId, buyer: { email: `${crypto.randomUUID()}@example.com` } };
  return at.call("POST", "/api/v1/checkout/sessions", { key, body });
}

interface Buyers {
  /** Orders that were placed. */
  bought(): number;
  /** Waits for this many more; none may be refused. */
  buyMore(times: number): Promise<void>;
  /** The longest answer so far. */
  longestMs(): number;
  stop(): Promise<void>;
}

/** Some who buy, pay and look, again and again, until one of them is refused. */
export function startBuyers(at: ServiceProcess, key: string, competitionId: number, count = 3): Buyers {
  const refused: Answer[] = [];
  /** Calls without an answer, reported when a test reads them: a test that has failed kills the process first. */
  const unanswered: unknown[] = [];
  const end = new AbortController();
  let bought = 0;
  let longestMs = 0;
  const accepted = async (asked: Promise<Answer>) => {
    const began = performance.now();
    const answer = await asked;
    longestMs = Math.max(longestMs, performance.now() - began);
    if (answer.status >= 300) refused.push(answer);
    return answer;
  };
  const buyer = async () => {
    while (!end.signal.aborted && refused.length + unanswered.length === 0) {
      const created = await accepted(buy(at, key, competitionId));
      if (created.status >= 300) return;
      bought++;
      const { id } = created.json.data;
      await accepted(at.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } }));
      await accepted(at.call("GET", `/api/v1/checkout/sessions/${id}`, { key }));
    }
  };
  const all = Promise.all(
    Array.from({ length: count }, () => buyer().catch((error: unknown) => void unanswered.push(error))),
  );
  const expectServed = () => expect({ refused, unanswered }).toEqual({ refused: [], unanswered: [] });
  return {
    bought: () => bought,
    longestMs: () => longestMs,
    async buyMore(times) {
      const before = bought;
      await eventually(() => bought >= before + times || refused.length + unanswered.length > 0);
      expectServed();
    },
    async stop() {
      end.abort();
      await all;
      expectServed();
    },
  };
}
