import { z } from "zod";
import { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import type { EntryQuestion } from "../../../src/lots/entry-question.ts";
import {
  MAX_OPTIONS,
  MIN_OPTIONS,
  QuestionAdministration,
} from "../../../src/lots/question-administration.ts";
import type { QuestionId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { integer, label, optional, prose } from "../../../src/shared/input/fields.ts";
import { count, deleted, id } from "../input/fields.ts";
import { pagedById } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { actOf, distinct, ofItem, pageQuery, time, organisationRoute } from "./request.ts";

const question = prose({ max: 1000 });
const options = distinct(
  z
    .array(label({ max: 200 }))
    .min(MIN_OPTIONS)
    .max(MAX_OPTIONS),
);
const answerIndex = integer({ min: 0, max: MAX_OPTIONS - 1 }).describe(
  "The index of the right option, starting at 0.",
);
const category = label({ max: 80 })
  .nullable()
  .describe("The prize category of the question. Null fits any category.");

const questionCreate = z
  .strictObject({ question, options, answerIndex, category: category.default(null) })
  .meta({ id: "QuestionCreate" });
const questionUpdate = z
  .strictObject({
    question: optional(question),
    options: optional(options),
    answerIndex: optional(answerIndex),
    category: category.optional(),
  })
  .meta({ id: "QuestionUpdate" });

const questionReply = z
  .strictObject({
    id,
    question: z.string(),
    options: z.array(z.string()),
    answerIndex: count,
    category: z.string().nullable(),
    createdAt: time,
  })
  .meta({ id: "Question" });

function toQuestion({ options, createdAt, ...rest }: EntryQuestion): z.input<typeof questionReply> {
  return { ...rest, options: [...options], createdAt: createdAt.toISOString() };
}

const NEEDS = {
  questions: QuestionAdministration,
  entryQuestions: EntryQuestions,
};

export const questionRoutes = routes(NEEDS, ({ questions, entryQuestions }) => {
  const tag = "Questions";
  return [
    organisationRoute({
      operationId: "createQuestion",
      method: "POST",
      path: "/questions",
      summary: "Create an entry question",
      description: "The service asks the question of buyers if the organisation requires an entry question.",
      tag,
      permission: "questions:write",
      body: questionCreate,
      status: 201,
      reply: questionReply,
      handle: async (request) =>
        toQuestion(await questions.add(actOf(request), request.organisation.id, request.body)),
    }),
    organisationRoute({
      operationId: "listQuestions",
      method: "GET",
      path: "/questions",
      summary: "List entry questions with their answers",
      description:
        "Returns the newest question first. The answers are for operators and members: buyers see the options only.",
      tag,
      permission: "questions:read",
      query: pageQuery,
      reply: z.array(questionReply),
      handle: (request) =>
        pagedById(request, (page) => entryQuestions.list(request.organisation.id, page), toQuestion),
    }),
    organisationRoute({
      operationId: "getQuestion",
      method: "GET",
      path: "/questions/{id}",
      summary: "Get an entry question with its answer",
      description: "Returns the question with the index of its right option.",
      tag,
      permission: "questions:read",
      params: ofItem<QuestionId>(),
      reply: questionReply,
      handle: async ({ organisation, params }) => {
        const question = await entryQuestions.byId(organisation.id, params.id);
        if (question === null) throw NotFound.because();
        return toQuestion(question);
      },
    }),
    organisationRoute({
      operationId: "updateQuestion",
      method: "PATCH",
      path: "/questions/{id}",
      summary: "Change an entry question",
      description: "Fields that are absent keep their values.",
      tag,
      permission: "questions:write",
      params: ofItem<QuestionId>(),
      body: questionUpdate,
      reply: questionReply,
      handle: async (request) => {
        const { organisation } = request;
        const { id } = request.params;
        return toQuestion(await questions.change(actOf(request), organisation.id, id, request.body));
      },
    }),
    organisationRoute({
      operationId: "deleteQuestion",
      method: "DELETE",
      path: "/questions/{id}",
      summary: "Delete an entry question",
      description: "Buyers no longer get the question. A pass for an earlier answer stays valid.",
      tag,
      permission: "questions:write",
      params: ofItem<QuestionId>(),
      reply: deleted,
      handle: async (request) => {
        const { organisation } = request;
        await questions.remove(actOf(request), organisation.id, request.params.id);
        return { id: request.params.id, deleted: true } as const;
      },
    }),
  ];
});
