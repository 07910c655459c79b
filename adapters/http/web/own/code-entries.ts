import { hash } from "node:crypto";
import type { BuyerSignIn, Proof } from "../../../../src/buyers/buyer-sign-in.ts";
import { leastUsedCache } from "../../../../src/shared/cache/least-used-cache.ts";

/** Time within which a browser sends a page twice, as at a double click without a script. */
const TWICE_MS = 2_000;
const MOST = 1_000;

type Entered = Awaited<ReturnType<BuyerSignIn["signIn"]>>;

/** Codes that were entered a moment ago: a page that its browser sends twice signs in once, with one answer for both. */
export class CodeEntries {
  readonly #signIn: Pick<BuyerSignIn, "signIn">;
  readonly #entries = leastUsedCache<string, { readonly answer: Promise<Entered>; readonly atMs: number }>(
    MOST,
  );

  constructor(signIn: Pick<BuyerSignIn, "signIn">) {
    this.#signIn = signIn;
  }

  /** Raises as `BuyerSignIn.signIn`. Wrong codes are not remembered: each is a try. */
  async enter(proof: Proof & { readonly code: string }, session: string | null): Promise<Entered> {
    const { organisationId, attempt, code } = proof;
    const key = hash("sha256", [organisationId, attempt, code].join("\n"), "base64url");
    const atMs = performance.now();
    const former = this.#entries.get(key);
    if (former && atMs - former.atMs < TWICE_MS) return former.answer;
    const answer = this.#signIn.signIn(proof, session);
    this.#entries.set(key, { answer, atMs });
    const isIn = await answer.then(
      (entered) => "session" in entered,
      () => false,
    );
    if (!isIn) this.#entries.delete(key);
    return answer;
  }
}
