import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { changed } from "../../api/changed.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";

type Question = Schema<"Question">;

/** What buyers answer before they may buy, where the law wants a skill. */
export function QuestionsPage() {
  const slug = useSlug();
  const may = useMay(slug);
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
  const mayWrite = may("questions:write");
  const create = mayWrite && <Button onClick={() => setEdited("new")}>New question</Button>;
  return (
    <Page
      title="Questions"
      lead="Buyers answer one of these before an order if the organisation requires it."
      acts={create}
    >
      <ProblemAlert problem={deleting.problem} />
      <Section title="All questions">
        <ListTable
          label="Questions"
          list={list}
          keyOf={({ id }) => id}
          columns={columnsOf(mayWrite ? { change: setEdited, remove: deleting.act } : null)}
          empty={
            <Empty title="No questions yet" action={create}>
              A question has at least two answers, and one of them is correct.
            </Empty>
          }
        />
      </Section>
      {edited !== null && (
        <QuestionForm question={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
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
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Edit: ${question.question}`}
              onClick={() => acts.change(question)}
            >
              Edit
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Delete: ${question.question}`}
              onClick={() => acts.remove(question.id)}
            >
              Delete
            </Button>
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

const isGiven = (option: string) => option.trim() !== "";

/** Answers that were left empty are none: which one is right is counted among the others. */
const wanted = ({ question, options, right, category }: Values) => ({
  question: question.trim(),
  category: category.trim() || null,
  // What is right says nothing without the answers.
  answers: {
    options: options.filter(isGiven).map((option) => option.trim()),
    answerIndex: options.slice(0, Number(right)).filter(isGiven).length,
  },
});

type Wanted = ReturnType<typeof wanted>;

/** @param before what a change began with */
function useSaving(question: Question | null, before: Wanted, onDone: () => void) {
  const slug = useSlug();
  return useAct({
    send: (now: Wanted, headers) => {
      const { answers, ...others } = changed(before, now);
      return answerOf(
        question
          ? api.PATCH("/organisations/{slug}/questions/{id}", {
              params: { path: { slug, id: question.id } },
              headers,
              body: { ...others, ...answers },
            })
          : api.POST("/organisations/{slug}/questions", {
              params: { path: { slug } },
              headers,
              body: { question: now.question, category: now.category, ...now.answers },
            }),
      );
    },
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
  const saving = useSaving(question, wanted(form.getInitialValues()), onClose);
  const { options, right } = form.values;
  return (
    <FormDialog
      title={question ? "Edit the question" : "New question"}
      opened
      onClose={onClose}
      onSubmit={() => saving.act(wanted(form.values))}
      submit="Save"
      isActing={saving.isActing}
      problem={saving.problem}
      isReady={isGiven(options[Number(right)] ?? "")}
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
