import { Button, FileInput, Group, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Verbatim } from "../../parts/copy.tsx";
import { FormDialog } from "../../parts/dialog.tsx";
import { counted } from "../../parts/money.ts";
import { type Column, DataTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { textOf } from "./file-text.ts";
import type { ImportKind } from "./import-kinds.ts";

type Row = Schema<"ImportedRow">;

const MOST_CHARACTERS = 300_000;

interface ImportProps {
  readonly kind: ImportKind;
  readonly onClose: () => void;
}

/** Creates things from a CSV file, after a preview of its rows with the faults of each. */
export function ImportDialog({ kind, onClose }: ImportProps) {
  const { noun, send, changes } = kind;
  const slug = useSlug();
  const [csv, setCsv] = useState("");
  const [preview, setPreview] = useState<Schema<"ImportResult"> | null>(null);
  const checking = useAct({
    send: (text: string) => send(slug, { csv: text, preview: true }),
    changes: [],
    onDone: setPreview,
  });
  const importing = useAct({
    send: (text: string, headers) => send(slug, { csv: text, preview: false }, headers),
    changes: changes.map((name) => ["o", slug, name]),
    onDone: (result) => {
      // Something has changed since the preview.
      if (result.refused > 0) return setPreview(result);
      notifications.show({ title: "Imported", message: `${counted(result.created, noun)} created.` });
      onClose();
    },
  });
  const edit = (text: string) => {
    setCsv(text);
    setPreview(null);
  };
  const isTooLong = csv.length > MOST_CHARACTERS;
  const isReady = preview !== null && preview.refused === 0;
  return (
    <FormDialog
      title={`Import ${noun}s from CSV`}
      onClose={onClose}
      onSubmit={() => (isReady ? importing : checking).act(csv)}
      submit={isReady ? `Import ${counted(preview.rows.length, noun)}` : "Preview"}
      acting={{
        isActing: checking.isActing || importing.isActing,
        problem: preview === null ? checking.problem : importing.problem,
      }}
      isReady={csv.trim() !== "" && !isTooLong}
    >
      <Columns kind={kind} />
      <FileInput
        label="CSV file"
        description="At most 100 rows"
        accept=".csv,text/csv,text/plain"
        placeholder="Choose a file"
        data-autofocus
        onChange={(file) => file && void textOf(file).then(edit)}
      />
      <Textarea
        label="Content"
        description="The content of the file. You can paste rows from a spreadsheet, or correct them here."
        className="csv-text"
        rows={6}
        spellCheck={false}
        error={isTooLong && "The content is longer than 300,000 characters."}
        value={csv}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      {preview && <Preview noun={noun} preview={preview} />}
    </FormDialog>
  );
}

function Columns({ kind: { noun, columns, template } }: { readonly kind: ImportKind }) {
  return (
    <details className="import-columns">
      <summary>Columns and template</summary>
      <dl className="facts">
        {columns.map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Verbatim label="template" text={template} />
      <Group mt="xs">
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download={`${noun}s.csv`}
        >
          Download the template
        </Button>
      </Group>
    </details>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "Line", isFigure: true, cell: ({ line }) => line },
  { title: "Name", cell: ({ name }) => name },
  {
    title: "Result",
    cell: ({ result }) => (
      <Tag state={result} tone={result === "refused" ? "bad" : "good"}>
        {result === "refused" ? "has a fault" : "valid"}
      </Tag>
    ),
  },
  {
    title: "Fault",
    cell: ({ issues }) =>
      issues.map(({ column, message }) => (
        <div key={`${column} ${message}`}>
          {column !== null && <code className="plain">{column}</code>} {message}
        </div>
      )),
  },
];

function Preview({ noun, preview }: { readonly noun: string; readonly preview: Schema<"ImportResult"> }) {
  const { refused, rows } = preview;
  return (
    <div>
      <Text size="sm" role="status" mb="xs">
        {refused === 0
          ? `${counted(rows.length, noun)} can be imported. Nothing is created yet.`
          : `${counted(refused, "row")} of ${rows.length} must be corrected. Nothing is imported until all rows are valid.`}
      </Text>
      <DataTable
        label="Rows of the file"
        rows={rows.toSorted((one, other) => Number(other.issues.length > 0) - Number(one.issues.length > 0))}
        keyOf={({ line }) => line}
        columns={refused === 0 ? COLUMNS.slice(0, -1) : COLUMNS}
      />
    </div>
  );
}
