import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  checkFairDraw,
  FairDrawAnswer,
  FairDrawCommitment,
  readAs,
} from "../../../../src/fair-draws/fair-draw-check.ts";
import { ProofKey } from "../../../../test/support/draws/proof-key.ts";
import type { Answer, Front } from "./front.ts";
import type { Shop } from "./shops.ts";

const EVERY_MS = 1_000;
const CANDIDATES = 60;
/** Candidates of a list that is hashed and drawn in a thread. */
const MANY = 6_000;
const EVERY_MANY = 7;
const PICK = 5;
const DEPOSITS = ["1000000000", "500000000"];
const DEPOSITED_MS = 60_000;

/** Draws over lists: committed, revealed, revealed again, and computed again from the proof. */
export class ListDraws {
  verified = 0;
  readonly wrong: string[] = [];
  readonly #front: Front;
  readonly #shop: Shop;
  readonly #proofKey = new ProofKey();
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(front: Front, shop: Shop) {
    this.#front = front;
    this.#shop = shop;
  }

  /** Pays for draws, and starts them. */
  async start(): Promise<void> {
    const { key } = this.#shop;
    const body = { publicKey: this.#proofKey.publicKey };
    await this.#front.call("POST", "/api/v1/draws/register-key", { key, body });
    const info = await this.#front.call("GET", "/api/v1/draws/info", { key });
    const { depositAddress: to, tokenAddress: token } = info!.json.settlement;
    for (const units of DEPOSITS)
      await this.#front.call("POST", "/sandbox/chain/transfers", { body: { to, token, units } });
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#deposited();
    for (let n = 0; !this.#stopping; n++) {
      await this.#draw((n + 1) % EVERY_MANY === 0 ? MANY : CANDIDATES);
      await pause(EVERY_MS);
    }
  }

  async #deposited(): Promise<void> {
    const { key } = this.#shop;
    const deadline = Date.now() + DEPOSITED_MS;
    while (!this.#stopping && Date.now() < deadline) {
      const usage = await this.#front.call("GET", "/api/v1/draws/usage", { key });
      if (usage?.json.balanceCents > 0) return;
      await pause(250);
    }
    if (!this.#stopping) this.wrong.push("deposits for draws were not credited");
  }

  async #draw(size: number): Promise<void> {
    const committed = await this.#post("/draws/commit", "");
    if (committed?.status !== 200) return;
    const candidates = Array.from({ length: size }, (_, n) => `participant-${n}-${randomUUID()}`);
    const raw = JSON.stringify({ clientSeed: randomUUID(), candidates, pick: PICK });
    const { drawId } = committed.json;
    const revealed = await this.#post(`/draws/${drawId}/reveal`, raw);
    if (revealed?.status !== 200) return;
    const again = await this.#post(`/draws/${drawId}/reveal`, raw);
    if (again?.status === 200 && JSON.stringify(again.json) !== JSON.stringify(revealed.json))
      this.wrong.push(`draw ${drawId}: another answer when it is revealed again`);
    const answer = readAs(FairDrawAnswer, JSON.stringify(revealed.json));
    const commitment = readAs(FairDrawCommitment, JSON.stringify(committed.json));
    for (const { name, passed, detail } of checkFairDraw(answer, candidates, commitment))
      if (!passed) this.wrong.push(`draw ${drawId}: ${name}: ${detail}`);
    this.verified++;
  }

  /** Posts with a proof. A proof serves once and may expire before its use, as a week may pass: then another is made. */
  async #post(path: string, raw: string): Promise<Answer | null> {
    const { key } = this.#shop;
    const request = { method: "POST", path: `/api/v1${path}`, apiKey: key, body: raw };
    for (let tries = 0; ; tries++) {
      const proof = this.#proofKey.proof({ ...request, now: this.#front.time.now() });
      const answer = await this.#front.call("POST", request.path, {
        key,
        raw,
        headers: { "service-proof": proof },
        refusals: ["replayed_proof", "expired_proof", "draw_expired"],
      });
      const spent = answer?.json?.error === "replayed_proof" || answer?.json?.error === "expired_proof";
      if (!spent || tries === 3) return answer;
    }
  }
}
