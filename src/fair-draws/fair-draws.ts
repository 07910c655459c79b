import { Clock } from "../../ports/clock.ts";
import { type ComputedDraw, DrawComputer } from "../../ports/fair-draws/draw-computer.ts";
import {
  type CommittedDraw,
  type DrawLedgerEntry,
  type DrawUsage,
  type ListedLedgerEntry,
  type OpenDraw,
  FairDrawBook,
} from "../../ports/fair-draws/fair-draw-book.ts";
import type { Page } from "../../ports/page.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import type { DrawId, OrganisationId } from "../shared/ids.ts";
import { newUuid } from "../shared/new-ids.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { proofRefused } from "./draw-keys.ts";
import { serverSeedHash } from "./fair-draw.ts";
import type { ProofUse } from "./possession.ts";

export const UNIT_COST_CENTS = 10;
const MAX_OPEN_DRAWS = 1_000;
const LIFETIME_MS = 7 * 86_400_000;
const LEDGER_LENGTH = 20;
const SEED_BYTES = 32;
const DRAW_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const TooManyOpenDraws = defineProblem(
  "too_many_open_draws",
  "conflict",
  `Your organisation has ${MAX_OPEN_DRAWS} commitments that are neither revealed nor expired. Reveal one of them first.`,
  { liftedByTime: true },
);
export const DrawAlreadyRevealed = defineProblem(
  "draw_already_revealed",
  "conflict",
  "This draw was revealed with other inputs. Its result does not change.",
);
export const DrawExpired = defineProblem(
  "draw_expired",
  "conflict",
  "This commitment was not revealed within 7 days, or was open when the service was restored from a backup. Make a new one.",
);
export const InsufficientBalance = defineProblem(
  "insufficient_balance",
  "payment",
  "The balance does not cover the draw. The draw stays committed: make a deposit, then reveal it.",
  { liftedByTime: true },
);

export interface RevealedDraw extends ComputedDraw {
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  /** Cost of the draw at its first reveal. */
  readonly costCents: number;
}

/** Draws over lists that the caller supplies: the service commits to the seed before it knows the list. */
export class FairDraws extends Process<typeof FairDraws.needs> {
  static readonly needs = { book: FairDrawBook, computer: DrawComputer, clock: Clock, random: Random };

  async commit(
    organisationId: OrganisationId,
    proof: ProofUse,
  ): Promise<{ readonly drawId: DrawId; readonly serverSeedHash: string }> {
    const { clock, random, book } = this.parts;
    const now = clock.now();
    const serverSeed = Buffer.from(random.bytes(SEED_BYTES)).toString("hex");
    const draw = {
      id: newUuid(random),
      serverSeed,
      serverSeedHash: serverSeedHash(serverSeed),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    };
    const outcome = await book.commit(organisationId, draw, MAX_OPEN_DRAWS, proof);
    switch (outcome) {
      case "committed":
        return { drawId: draw.id, serverSeedHash: draw.serverSeedHash };
      case "too_many":
        throw TooManyOpenDraws.because();
      default:
        throw proofRefused(outcome);
    }
  }

  /**
   * Reveals a draw. Repeating it with the same inputs gives the same result at no charge. The result is computed before
   * the charge and returned only after it. The request is validated before the draw's state is checked; but a large
   * request is not read if the draw does not exist, has expired, or is not covered by the balance.
   * @param request the body as sent; its memory may be transferred
   */
  async reveal(
    organisationId: OrganisationId,
    drawId: DrawId,
    request: Uint8Array,
    proof: ProofUse,
  ): Promise<RevealedDraw> {
    const { computer, clock, book } = this.parts;
    const draw = await this.#byId(organisationId, drawId);
    if (computer.isLarge(request.byteLength)) this.#requireRevealable(draw);
    const computed = await computer.compute(organisationId, request, draw?.serverSeed ?? null);
    if (draw === null) throw NotFound.because();
    const { serverSeed, serverSeedHash } = draw;
    const { inputs, winnerIndices } = computed;
    const result = { inputs, winnerIndices, unitCostCents: UNIT_COST_CENTS, now: clock.now() };
    const decision = await book.reveal(organisationId, drawId, result, proof);
    switch (decision.outcome) {
      case "revealed":
      case "repeated":
        return { ...computed, serverSeed, serverSeedHash, costCents: decision.costCents };
      case "conflict":
        throw DrawAlreadyRevealed.because();
      case "expired":
        throw DrawExpired.because();
      case "insufficient":
        throw InsufficientBalance.because();
      case "missing":
        throw NotFound.because();
      default:
        throw proofRefused(decision.outcome);
    }
  }

  /**
   * Rejects a large reveal before its body is received: twelve bodies of 7 MB delay other requests by their size alone.
   * @param requestBytes null: unknown, so the maximum is assumed
   */
  async announced(
    organisationId: OrganisationId,
    drawId: DrawId,
    requestBytes: number | null,
  ): Promise<void> {
    if (requestBytes !== null && !this.parts.computer.isLarge(requestBytes)) return;
    this.#requireRevealable(await this.#byId(organisationId, drawId));
  }

  async #byId(organisationId: OrganisationId, drawId: DrawId): Promise<CommittedDraw | null> {
    return DRAW_ID.test(drawId) ? this.parts.book.byId(organisationId, drawId) : null;
  }

  /** Requires a draw that can be revealed; checked again under its lock. A repeat is free, with any balance. */
  #requireRevealable(draw: CommittedDraw | null): asserts draw is CommittedDraw {
    if (draw === null) throw NotFound.because();
    if (draw.isRevealed) return;
    if (draw.expiresAt <= this.parts.clock.now()) throw DrawExpired.because();
    if (draw.balanceCents < UNIT_COST_CENTS) throw InsufficientBalance.because();
  }

  usage(organisationId: OrganisationId): Promise<DrawUsage> {
    return this.parts.book.usage(organisationId);
  }

  /** Returns the commitments that can still be revealed, in the order of their expiry. */
  open(organisationId: OrganisationId, limit: number): Promise<OpenDraw[]> {
    const { book, clock } = this.parts;
    return book.open(organisationId, clock.now(), limit);
  }

  /** Lists all entries, newest first. */
  listLedger(organisationId: OrganisationId, page: Page): Promise<ListedLedgerEntry[]> {
    return this.parts.book.listLedger(organisationId, page);
  }

  /** Returns the newest entries, newest first. */
  ledger(organisationId: OrganisationId): Promise<DrawLedgerEntry[]> {
    return this.parts.book.ledger(organisationId, LEDGER_LENGTH);
  }
}
