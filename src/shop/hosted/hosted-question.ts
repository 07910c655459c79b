import { hash } from "node:crypto";
import { Clock } from "../../../ports/clock.ts";
import { EntryPasses } from "../../../ports/lots/entry-passes.ts";
import { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import { Random } from "../../../ports/crypto.ts";
import { type Entrant, QuestionTurns } from "../../../ports/shop/question-turns.ts";
import { Process } from "../../shared/process.ts";
import { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { type EntryQuestion, PASS_LIFETIME_MS } from "../../lots/entry-question.ts";
import type { QuestionId } from "../../shared/ids.ts";

/** Wrong answers of one buyer in one lot, and the time for which they count. */
const ANSWERS = 5;
const ANSWERS_MS = 15 * 60_000;
const PASS_BYTES = 32;

/** A buyer's view of the question: empty while a pass is left from an earlier answer. */
export interface Asked {
  readonly question: EntryQuestion | null;
  readonly answersLeft: number;
  /** Seconds until the next answer is accepted; 0: it is now. */
  readonly waitSec: number;
}

interface Answer {
  readonly questionId: QuestionId;
  readonly answerIndex: number;
  /** Key of the form that it was posted with. */
  readonly formKey: Uint8Array;
}

/** Reason why there is no pass. `other`: the question was another one, so the answer did not count. */
export type Unanswered = "missing" | "wrong" | "other" | "spent";

/**
 * The entry question on the service's own pages. After a wrong answer the next question differs, and tries are limited.
 * After a right one the buyer has the pass until an order uses it. Only the hash of the pass is stored.
 */
export class HostedQuestion extends Process<typeof HostedQuestion.needs> {
  static readonly needs = {
    turns: QuestionTurns,
    questions: EntryQuestions,
    passes: EntryPasses,
    random: Random,
    clock: Clock,
    unitOfWork: UnitOfWork,
  };

  async questionFor(entrant: Entrant): Promise<Asked | null> {
    const { turns, clock } = this.parts;
    const now = clock.now();
    if ((await turns.pass(entrant, now)) !== null) return null;
    const [question, spent] = [await turns.ask(entrant, now), await turns.spent(entrant, before(now))];
    const answersLeft = ANSWERS - (spent?.answers ?? 0);
    const waitMs = answersLeft > 0 ? 0 : spent!.firstAt.getTime() + ANSWERS_MS - now.getTime();
    return {
      question,
      answersLeft: Math.max(0, answersLeft),
      waitSec: Math.max(0, Math.ceil(waitMs / 1_000)),
    };
  }

  /** @returns SHA-256 of an unused pass, or why there is none */
  async pass(entrant: Entrant, answer: Answer | null): Promise<Uint8Array | Unanswered> {
    const { turns, questions, clock } = this.parts;
    const now = clock.now();
    const passHash = await turns.pass(entrant, now);
    if (passHash !== null) return passHash;
    if (answer === null) return "missing";
    const { questionId, answerIndex, formKey } = answer;
    const digest = hash(
      "sha256",
      `${Buffer.from(formKey).toString("hex")} ${questionId} ${answerIndex}`,
      "buffer",
    );
    const question = await questions.byId(entrant.organisationId, questionId);
    const right = question?.answerIndex === answerIndex;
    const submission = { questionId, digest, right, now, most: ANSWERS, since: before(now) };
    const { outcome } = await turns.take(entrant, submission);
    if (outcome === "spent" || outcome === "other") return outcome;
    return right ? this.#minted(entrant, now) : "wrong";
  }

  async #minted(entrant: Entrant, now: Date): Promise<Uint8Array> {
    const { turns, passes, random, unitOfWork } = this.parts;
    const passHash = hash("sha256", random.bytes(PASS_BYTES), "buffer");
    const expiresAt = new Date(now.getTime() + PASS_LIFETIME_MS);
    await unitOfWork.run(async () => {
      await passes.mint(entrant.organisationId, { hash: passHash, expiresAt });
      await turns.keep(entrant, passHash);
    });
    return passHash;
  }
}

function before(now: Date): Date {
  return new Date(now.getTime() - ANSWERS_MS);
}
