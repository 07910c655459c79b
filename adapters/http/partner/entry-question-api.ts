import { z } from "zod";
import { EntryQuiz } from "../../../src/lots/entry-quiz.ts";
import type { LotId, QuestionId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { text } from "../../../src/shared/input/fields.ts";
import { count, id, idOf, idTextOf } from "../input/fields.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const question = z
  .strictObject({
    id,
    question: z.string(),
    options: z.array(z.string()),
    category: z.string().nullable(),
  })
  .meta({ id: "MultipleChoiceQuestion" });

const entryQuestionReply = z
  .strictObject({
    required: z.boolean().describe("Whether the buyer must answer before a checkout session is created."),
    question: question.nullable(),
  })
  .meta({ id: "EntryQuestion" });

const verifyReply = z
  .strictObject({
    correct: z.boolean(),
    pass: z
      .string()
      .nullable()
      .describe("The pass for one checkout session, valid for 15 minutes. Null if the answer is wrong."),
  })
  .meta({ id: "EntryQuestionVerification" });

const NEEDS = { quiz: EntryQuiz };

export const entryQuestionRoutes = routes(NEEDS, ({ quiz }) => {
  return [
    partnerRoute({
      operationId: "getEntryQuestion",
      method: "GET",
      path: "/entry-question",
      summary: "Get an entry question",
      description:
        "Returns a question for the prize category of the competition, or for the category of the query, if there is one.",
      tag: "Entry question",
      scope: "entries:create",
      query: z.strictObject({
        competitionId: idTextOf<LotId>().optional(),
        category: text({ min: 1, max: 80 }).optional(),
      }),
      reply: entryQuestionReply,
      problems: [NotFound],
      handle: async ({ caller, query }) => {
        const { required, question } = await quiz.ask(caller.organisationId, {
          lotId: query.competitionId,
          category: query.category,
        });
        if (question === null) return { required, question };
        const { id, question: sentence, options, category } = question;
        return { required, question: { id, question: sentence, options: [...options], category } };
      },
    }),
    partnerRoute({
      operationId: "answerEntryQuestion",
      method: "POST",
      path: "/entry-question/verify",
      summary: "Answer an entry question",
      description:
        "Wrong answers have a budget for each API key and question (60 per minute, unless the organisation has another limit). When it is spent, every answer is refused with 429 until the budget refills.",
      tag: "Entry question",
      scope: "entries:create",
      body: z
        .strictObject({ questionId: idOf<QuestionId>(), answerIndex: count })
        .meta({ id: "EntryQuestionAnswer" }),
      reply: verifyReply,
      problems: [NotFound],
      handle: async ({ caller, body }) => {
        const pass = await quiz.answer(caller, body);
        return { correct: pass !== null, pass };
      },
    }),
  ];
});
