import { hash } from "node:crypto";
import { Clock } from "../../../ports/clock.ts";
import { Random } from "../../../ports/crypto.ts";
import {
  type Entrant,
  type KnownEntrant,
  type QuestionTurn,
  QuestionTurns,
} from "../../../ports/shop/question-turns.ts";
import { Process } from "../../shared/process.ts";
import { type EntryQuestion, PASS_LIFETIME_MS } from "../../lots/entry-question.ts";
import type { QuestionId } from "../../shared/ids.ts";
import { EachSecond } from "../each-second.ts";

/** Wrong answers of one buyer in one lot, and the time for which they count. */
const ANSWERS = 5;
const ANSWERS_MS = 15 * 60_000;
const PASS_BYTES = 32;
/** Limit of lots whose question is remembered for a second. */
const LOTS = 200;

/** A buyer's view of the question: empty while a pass is left from an earlier answer. */
export interface Asked {
  readonly question: EntryQuestion | null;
  /** null: the buyer is not signed in, so it is not known. */
  readonly answersLeft: number | null;
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
 * After a right one the buyer has the pass until an order uses it. Only the hash of the pass is stored, and nothing
 * before an answer.
 */
export class HostedQuestion extends Process<typeof HostedQuestion.needs> {
  static readonly needs = { turns: QuestionTurns, random: Random, clock: Clock };
  /** Questions for buyers who are not signed in, by lot. */
  readonly #open = new EachSecond<QuestionTurn>({ most: LOTS });

  /** @param preferred question to ask again, which was not answered; null: any */
  async questionFor(entrant: Entrant, preferred: QuestionId | null): Promise<Asked | null> {
    const { turns, clock } = this.parts;
    const now = clock.now();
    const { organisationId, accountId, lotId } = entrant;
    const read = () => turns.turn(entrant, { now, since: before(now), preferred });
    if (accountId === null) {
      const isAny = preferred === null;
      const key = `${organisationId} ${lotId}`;
      const { question } = await (isAny ? this.#open.get(key, now.getTime(), read) : read());
      return { question, answersLeft: null, waitSec: 0 };
    }
    const { hasPass, question, spent } = await read();
    if (hasPass) return null;
    const answersLeft = Math.max(0, ANSWERS - (spent?.answers ?? 0));
    const waitMs = answersLeft > 0 ? 0 : spent!.firstAt.getTime() + ANSWERS_MS - now.getTime();
    return { question, answersLeft, waitSec: Math.max(0, Math.ceil(waitMs / 1_000)) };
  }

  /** @returns SHA-256 of an unused pass, or why there is none */
  async pass(entrant: KnownEntrant, answer: Answer | null): Promise<Uint8Array | Unanswered> {
    const { turns, random, clock } = this.parts;
    const now = clock.now();
    if (answer === null) return (await turns.pass(entrant, now)) ?? "missing";
    const { questionId, answerIndex, formKey } = answer;
    const text = `${Buffer.from(formKey).toString("hex")} ${questionId} ${answerIndex}`;
    const outcome = await turns.answer(entrant, {
      questionId,
      answerIndex,
      digest: hash("sha256", text, "buffer"),
      pass: {
        hash: hash("sha256", random.bytes(PASS_BYTES), "buffer"),
        expiresAt: new Date(now.getTime() + PASS_LIFETIME_MS),
      },
      now,
      most: ANSWERS,
      since: before(now),
    });
    if (outcome !== "again") return outcome;
    // Another process took the same form's answer at this moment: a right one has its pass by now.
    return (await turns.pass(entrant, now)) ?? "wrong";
  }
}

function before(now: Date): Date {
  return new Date(now.getTime() - ANSWERS_MS);
}
