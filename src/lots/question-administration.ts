import { Clock } from "../../ports/clock.ts";
import { EntryQuestions } from "../../ports/lots/entry-questions.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { OrganisationId, QuestionId } from "../shared/ids.ts";
import { invalid, NotFound } from "../shared/problem.ts";
import type { EntryQuestion, NewEntryQuestion } from "./entry-question.ts";

export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 10;

type Wording = Omit<NewEntryQuestion, "createdAt">;

export class QuestionAdministration extends Process<typeof QuestionAdministration.needs> {
  static readonly needs = { questions: EntryQuestions, trail: AuditTrail, clock: Clock };

  async add(act: Act, organisationId: OrganisationId, wording: Wording): Promise<EntryQuestion> {
    const { trail, questions, clock } = this.parts;
    checkAnswer(wording);
    return trail.run(act, async (record) => {
      const question = await questions.add(organisationId, {
        ...wording,
        createdAt: clock.now(),
      });
      await record({
        organisationId,
        action: "question.created",
        subject: `question:${question.id}`,
        facts: { ...wording },
      });
      return question;
    });
  }

  /** Changes a question; omitted fields are unchanged. Answer and options must be consistent afterwards. */
  change(
    act: Act,
    organisationId: OrganisationId,
    id: QuestionId,
    changes: Partial<Wording>,
  ): Promise<EntryQuestion> {
    const { trail, questions } = this.parts;
    return trail.run(act, async (record) => {
      const question = await questions.lock(organisationId, id);
      if (question === null) throw NotFound.because();
      if (Object.keys(changes).length === 0) return question;
      const changed = { ...question, ...changes };
      checkAnswer(changed);
      await questions.update(organisationId, id, changed);
      await record({
        organisationId,
        action: "question.changed",
        subject: `question:${id}`,
        facts: { ...changes },
      });
      return changed;
    });
  }

  remove(act: Act, organisationId: OrganisationId, id: QuestionId): Promise<void> {
    const { trail, questions } = this.parts;
    return trail.run(act, async (record) => {
      if (!(await questions.remove(organisationId, id))) throw NotFound.because();
      await record({ organisationId, action: "question.removed", subject: `question:${id}`, facts: {} });
    });
  }
}

function checkAnswer({ options, answerIndex }: Pick<Wording, "options" | "answerIndex">): void {
  if (answerIndex >= options.length) {
    throw invalid(
      "answerIndex",
      "too_big",
      `answerIndex must be below ${options.length}, the number of options.`,
    );
  }
}
