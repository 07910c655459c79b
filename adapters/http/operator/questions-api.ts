import { z } from "zod";
import { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import type { EntryQuestion } from "../../../src/lots/entry-question.ts";
import {
  MAX_OPTIONS,
  MIN_OPTIONS,
  QuestionAdministration,
} from "../../../src/lots/question-administration.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { integer, optional, text } from "../../../src/shared/input/fields.ts";
import { count, deleted, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { operatorRoute, routes } from "../kernel/route.ts";
import { actOf, distinct, ofItem, ofOrganisation, pageQuery, time } from "./request.ts";

const question = text({ min: 1, max: 1000 });
const options = distinct(
  z
    .array(text({ min: 1, max: 200 }))
    .min(MIN_OPTIONS)
    .max(MAX_OPTIONS),
);
const answerIndex = integer({ min: 0, max: MAX_OPTIONS - 1 }).describe("The right option, counted from 0.");
const category = text({ min: 1, max: 80 }).nullable().describe("Prize category that it fits. Null: any.");

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
  administration: OrganisationAdministration,
  questions: QuestionAdministration,
  entryQuestions: EntryQuestions,
};

export const questionRoutes = routes(NEEDS, ({ administration, questions, entryQuestions }) => {
  const tag = "Questions";
  return [
    operatorRoute({
      operationId: "createQuestion",
      method: "POST",
      path: "/organisations/{slug}/questions",
      summary: "Create an entry question",
      tag,
      scope: null,
      params: ofOrganisation,
      body: questionCreate,
      status: 201,
      reply: questionReply,
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return toQuestion(await questions.add(actOf(request), organisation.id, request.body));
      },
    }),
    operatorRoute({
      operationId: "listQuestions",
      method: "GET",
      path: "/organisations/{slug}/questions",
      summary: "List entry questions, with their answers",
      tag,
      scope: null,
      params: ofOrganisation,
      query: pageQuery,
      status: 200,
      reply: z.array(questionReply),
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return paged(
          request,
          (page) => entryQuestions.list(organisation.id, page),
          toQuestion,
          (question) => question.id,
        );
      },
    }),
    operatorRoute({
      operationId: "updateQuestion",
      method: "PATCH",
      path: "/organisations/{slug}/questions/{id}",
      summary: "Change an entry question",
      description: "Members that are left out stay as they are.",
      tag,
      scope: null,
      params: ofItem,
      body: questionUpdate,
      status: 200,
      reply: questionReply,
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const { id } = request.params;
        return toQuestion(await questions.change(actOf(request), organisation.id, id, request.body));
      },
    }),
    operatorRoute({
      operationId: "deleteQuestion",
      method: "DELETE",
      path: "/organisations/{slug}/questions/{id}",
      summary: "Delete an entry question",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: deleted,
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        await questions.remove(actOf(request), organisation.id, request.params.id);
        return { id: request.params.id, deleted: true } as const;
      },
    }),
  ];
});
