import { ListPage } from "../../lists/list-page.tsx";
import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useAct, useSaveForm } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, RowButton } from "../../parts/table.tsx";

type Question = Schema<"Question">;

/** Lists the skill questions that buyers answer before an order. */
export function QuestionsPage() {
  const slug = useSlug();
  const [edited, setEdited] = useState<Question | "new" | null>(null);
  const list = useList({
    key: ["o", slug, "questions"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/questions", { params: { path: { slug }, query } })),
  });
  const deleting = useAct({
    send: (id: number, headers) =>
      answerOf(
        api.DELETE("/organisations/{slug}/questions/{id}", { params: { path: { slug, id } }, headers }),
      ),
    changes: [["o", slug, "questions"]],
  });
  const mayWrite = useMay(slug)("questions:write");
  return (
    <ListPage
      title="Questions"
      lead="Buyers answer one of these before an order if the organisation requires it."
      create={mayWrite && <Button onClick={() => setEdited("new")}>New question</Button>}
      above={<ProblemAlert problem={deleting.problem} />}
      list={list}
      columns={columnsOf(mayWrite ? { change: setEdited, remove: deleting.act } : null)}
      empty={["No questions yet", "A question has at least two answers, and one of them is correct."]}
    >
      {edited !== null && (
        <QuestionForm question={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </ListPage>
  );
}

interface Acts {
  readonly change: (question: Question) => void;
  readonly remove: (id: number) => void;
}

function columnsOf(acts: Acts | null): readonly Column<Question>[] {
  return [
    { title: "Question", cell: ({ question }) => question },
    {
      title: "Answers",
      cell: ({ options, answerIndex }) =>
        options.map((option, at) => (at === answerIndex ? `${option} ✓` : option)).join(" · "),
    },
    { title: "Category", cell: ({ category }) => category },
    {
      title: "Actions",
      isActs: true,
      cell: (question) =>
        acts && (
          <Group gap="xs">
            <RowButton label="Edit" of={question.question} onClick={() => acts.change(question)} />
            <RowButton label="Delete" of={question.question} onClick={() => acts.remove(question.id)} />
          </Group>
        ),
    },
  ];
}

interface Values {
  question: string;
  options: string[];
  right: string;
  category: string;
}

const isFilled = (option: string) => option.trim() !== "";

/** Converts the form's values. Empty answers are left out, and the index of the correct one counts the others. */
const bodyOf = ({ question, options, right, category }: Values) => ({
  question: question.trim(),
  category: category.trim() || null,
  // The index means nothing without the answers, so both are sent together.
  answers: {
    options: options.filter(isFilled).map((option) => option.trim()),
    answerIndex: options.slice(0, Number(right)).filter(isFilled).length,
  },
});

/** Creates a question, or changes one. @param before values that the form began with */
function useSaving(question: Question | null, before: ReturnType<typeof bodyOf>, onDone: () => void) {
  const slug = useSlug();
  return useSaveForm({
    before,
    create: ({ answers, ...others }, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/questions", {
          params: { path: { slug } },
          headers,
          body: { ...others, ...answers },
        }),
      ),
    change:
      question &&
      (({ answers, ...others }, headers) =>
        answerOf(
          api.PATCH("/organisations/{slug}/questions/{id}", {
            params: { path: { slug, id: question.id } },
            headers,
            body: { ...others, ...answers },
          }),
        )),
    changes: [["o", slug, "questions"]],
    onDone,
  });
}

function QuestionForm({
  question,
  onClose,
}: {
  readonly question: Question | null;
  readonly onClose: () => void;
}) {
  const form = useForm<Values>({
    initialValues: {
      question: question?.question ?? "",
      options: question ? [...question.options] : ["", "", ""],
      right: String(question?.answerIndex ?? 0),
      category: question?.category ?? "",
    },
  });
  const saving = useSaving(question, bodyOf(form.getInitialValues()), onClose);
  const { options, right } = form.values;
  return (
    <FormDialog
      title={question ? "Edit the question" : "New question"}
      onClose={onClose}
      onSubmit={() => saving.act(bodyOf(form.values))}
      submit="Save"
      acting={saving}
      isReady={isFilled(options[Number(right)] ?? "")}
    >
      <TextInput
        label="Question"
        required
        maxLength={500}
        data-autofocus
        {...form.getInputProps("question")}
      />
      <Radio.Group label="Answers: select the correct one" {...form.getInputProps("right")}>
        <Stack gap="xs" mt="xs">
          {options.map((_, at) => (
            <Group key={String(at)} wrap="nowrap">
              <Radio value={String(at)} aria-label={`Answer ${at + 1} is correct`} />
              <TextInput
                className="grow"
                aria-label={`Answer ${at + 1}`}
                required={at < 2}
                {...form.getInputProps(`options.${at}`)}
              />
            </Group>
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <Button size="compact-sm" variant="default" onClick={() => form.insertListItem("options", "")}>
          Add an answer
        </Button>
      </div>
      <TextInput label="Category" maxLength={100} {...form.getInputProps("category")} />
      <Text size="sm" c="dimmed">
        Buyers see the answers in a different order each time.
      </Text>
    </FormDialog>
  );
}
