import { hash } from "node:crypto";
import { Clock } from "../../ports/clock.ts";
import { EntryPasses } from "../../ports/lots/entry-passes.ts";
import { EntryQuestions } from "../../ports/lots/entry-questions.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import { RateLimited } from "../organisations/access.ts";
import type { ApiKeyId, LotId, OrganisationId, QuestionId } from "../shared/ids.ts";
import { BASE_62 } from "../shared/new-ids.ts";
import { invalid, NotFound } from "../shared/problem.ts";
import { type EntryQuestion, PASS_LIFETIME_MS } from "./entry-question.ts";

/** Serves the entry question and issues a pass for a correct answer. */
export class EntryQuiz extends Process<typeof EntryQuiz.needs> {
  static readonly needs = { passes: EntryPasses, questions: EntryQuestions, clock: Clock, random: Random };

  async ask(
    organisationId: OrganisationId,
    by: { readonly lotId?: LotId; readonly category?: string },
  ): Promise<{ readonly required: boolean; readonly question: EntryQuestion | null }> {
    const picked = await this.parts.passes.pick(organisationId, by);
    if (picked === "missing") throw NotFound.because("The organisation has no such competition.");
    return picked.required ? picked : { required: false, question: null };
  }

  /** @returns the pass, shown only here; null for a wrong answer */
  async answer(
    { organisationId, apiKeyId }: { readonly organisationId: OrganisationId; readonly apiKeyId: ApiKeyId },
    { questionId, answerIndex }: { readonly questionId: QuestionId; readonly answerIndex: number },
  ): Promise<string | null> {
    const { questions, passes, random, clock } = this.parts;
    const question = await questions.byId(organisationId, questionId);
    if (question === null) throw noSuchQuestion();
    if (answerIndex >= question.options.length) {
      throw invalid("answerIndex", "too_big", `answerIndex must be below ${question.options.length}.`);
    }
    const right = answerIndex === question.answerIndex;
    const retryAfter = await passes.weigh({ organisationId, apiKeyId, questionId, right });
    if (retryAfter === "missing") throw noSuchQuestion();
    if (retryAfter !== null) {
      throw RateLimited.because("Too many wrong answers to this question. Wait, then try again.", {
        retryAfter,
      });
    }
    if (!right) return null;
    const pass = random.text("pass_", 32, BASE_62);
    const expiresAt = new Date(clock.now().getTime() + PASS_LIFETIME_MS);
    await passes.mint(organisationId, { hash: hash("sha256", pass, "buffer"), expiresAt });
    return pass;
  }
}

function noSuchQuestion() {
  return NotFound.because("The organisation has no such question.");
}
