import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type OnceHeaders, useAct } from "../api/act.ts";
import type { Schema } from "../api/schemas.ts";
import { FormDialog, Reason } from "../parts/dialog.tsx";
import { count, counted } from "../parts/money.ts";
import { DataTable } from "../parts/table.tsx";
import { Tag } from "../parts/tag.tsx";

type Result = Schema<"BatchResult">;

/** The most items of one request. */
export const MOST_AT_ONCE = 100;

/** An act on several rows of a list. */
export interface BulkAct<Row> {
  /** `Refund` */
  readonly label: string;
  /** Name of a row: `order`. */
  readonly noun: string;
  /** Default: the noun with an s. */
  readonly plural?: string;
  readonly isDangerous?: boolean;
  /** true: the act needs a reason. */
  readonly hasReason?: boolean;
  /** Returns whether the act does something to the row. */
  readonly applies: (row: Row) => boolean;
  /** Describes what the act does, with sums. It is shown first. */
  readonly preview: (rows: readonly Row[]) => ReactNode;
  /** Names a row in its result. */
  readonly nameOf: (row: Row) => string;
  readonly send: (rows: readonly Row[], reason: string, headers: OnceHeaders) => Promise<readonly Result[]>;
  /** Beginnings of the query keys that the act changes. */
  readonly changes: readonly (readonly unknown[])[];
}

interface BulkBarProps<Row> {
  readonly act: BulkAct<Row>;
  readonly selected: readonly Row[];
  readonly clear: () => void;
}

/** Shows what is selected, and the act on it. */
export function BulkBar<Row extends { readonly id: string | number }>({
  act,
  selected,
  clear,
}: BulkBarProps<Row>) {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const applicable = selected.filter(act.applies).slice(0, MOST_AT_ONCE);
  if (selected.length === 0 && rows === null) return null;
  const others = selected.length - applicable.length;
  return (
    <Group className="bulk" role="region" aria-label="Selection" gap="sm">
      <Text size="sm" fw={600}>
        {count(selected.length)} selected
      </Text>
      <Button variant="default" disabled={applicable.length === 0} onClick={() => setRows(applicable)}>
        {act.label} {counted(applicable.length, act.noun, act.plural)}
      </Button>
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {count(others)} cannot be changed by this action.
        </Text>
      )}
      <Button variant="subtle" onClick={clear}>
        Clear the selection
      </Button>
      {rows !== null && (
        <BulkDialog
          act={act}
          rows={rows}
          onClose={(isDone) => {
            setRows(null);
            if (isDone) clear();
          }}
        />
      )}
    </Group>
  );
}

const WORDS: Readonly<Record<Result["result"], readonly [word: string, state: string]>> = {
  done: ["done", "succeeded"],
  unchanged: ["unchanged", "quiet"],
  refused: ["refused", "failed"],
  not_found: ["not found", "failed"],
};

interface BulkDialogProps<Row> {
  readonly act: BulkAct<Row>;
  readonly rows: readonly Row[];
  readonly onClose: (isDone: boolean) => void;
}

/** Shows first what the act does, and then the result of each row. */
function BulkDialog<Row extends { readonly id: string | number }>({
  act,
  rows,
  onClose,
}: BulkDialogProps<Row>) {
  const { label, noun, isDangerous = false, hasReason = false, preview, nameOf, send, changes } = act;
  const [reason, setReason] = useState("");
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const acting = useAct({
    send: (text: string, headers) => send(rows, text, headers),
    changes,
    onDone: setResults,
  });
  const what = `${label} ${counted(rows.length, noun, act.plural)}`;
  if (results !== null) {
    const names = new Map(rows.map((row) => [String(row.id), nameOf(row)]));
    return (
      <FormDialog
        title={what}
        onClose={() => onClose(true)}
        onSubmit={() => onClose(true)}
        submit="Close"
        dismiss={null}
        acting={acting}
      >
        <Text size="sm" role="status">
          {(Object.keys(WORDS) as Result["result"][])
            .map((word) => [word, results.filter(({ result }) => result === word).length] as const)
            .filter(([, number]) => number > 0)
            .map(([word, number]) => `${count(number)} ${WORDS[word][0]}`)
            .join(", ")}
        </Text>
        <DataTable
          label="Results"
          rows={results}
          keyOf={({ id }) => id}
          columns={[
            { title: noun, cell: ({ id }) => names.get(id) ?? id },
            { title: "Result", cell: ({ result }) => <Tag state={WORDS[result][1]}>{WORDS[result][0]}</Tag> },
            { title: "Why", cell: ({ message }) => message },
          ]}
        />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={what}
      onClose={() => onClose(false)}
      onSubmit={() => acting.act(reason)}
      submit={what}
      isDangerous={isDangerous}
      acting={acting}
      isReady={!hasReason || reason.trim() !== ""}
    >
      {preview(rows)}
      {hasReason && (
        <Reason
          description="Shown to your colleagues and in the audit log."
          value={reason}
          onType={setReason}
        />
      )}
    </FormDialog>
  );
}
