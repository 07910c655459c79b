import type { Act } from "../../../../src/operations/audit-trail.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import { type Issue, Problem } from "../../../../src/shared/problem.ts";
import { WrongCell } from "./cells.ts";
import { type CsvRow, csvRows } from "./csv-rows.ts";

interface ImportColumn {
  readonly name: string;
  /** Member of the body that creates one such thing. */
  readonly member: string;
  readonly isRequired?: boolean;
  /** Reads a cell as the member's value; default: its text. Raises WrongCell. */
  readonly read?: (text: string, organisation: Organisation) => unknown;
}

/** Kind of things that a file creates, each by the rules of the route for one of them. */
export interface ImportKind<New> {
  readonly columns: readonly ImportColumn[];
  /** Column that names a row. */
  readonly title: string;
  /** Validates a body as the route for one thing does. */
  readonly describe: (body: unknown) => New;
  /** Raises the problem for which the thing would be refused. */
  readonly check: (organisation: Organisation, described: New) => Promise<void>;
  /** Returns the id of the new thing. */
  readonly create: (act: Act, organisation: Organisation, described: New) => Promise<number>;
}

/** Fault of a row. */
interface RowIssue extends Omit<Issue, "path"> {
  /** null: the whole row. */
  readonly column: string | null;
}

/** Row with the thing that it describes; undefined: it has issues. */
interface JudgedRow<New> {
  readonly line: number;
  readonly name: string | null;
  readonly described: New | undefined;
  readonly issues: readonly RowIssue[];
}

/** Reads a file, and judges each row as a request for one thing is judged. Raises invalid_request for the file. */
export async function judgedRows<New>(
  kind: ImportKind<New>,
  organisation: Organisation,
  csv: string,
): Promise<JudgedRow<New>[]> {
  const judged: JudgedRow<New>[] = [];
  for (const row of csvRows(csv, kind.columns)) {
    const { line, cells } = row;
    const name = cells.get(kind.title) ?? null;
    judged.push({ line, name, ...(await judgment(kind, organisation, row)) });
  }
  return judged;
}

async function judgment<New>(
  { columns, describe, check }: ImportKind<New>,
  organisation: Organisation,
  row: CsvRow,
): Promise<Pick<JudgedRow<New>, "described" | "issues">> {
  const { body, issues } = await bodyOf(columns, row, organisation);
  try {
    const described = describe(body);
    if (issues.length > 0) return { described: undefined, issues };
    await check(organisation, described);
    return { described, issues };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const unread = new Set(issues.map(({ column }) => column));
    const others = issuesOf(error, columns).filter(({ column }) => column === null || !unread.has(column));
    return { described: undefined, issues: [...issues, ...others] };
  }
}

async function bodyOf(
  columns: readonly ImportColumn[],
  { cells, isTooLong }: CsvRow,
  organisation: Organisation,
): Promise<{ readonly body: Record<string, unknown>; readonly issues: RowIssue[] }> {
  const body: Record<string, unknown> = {};
  const issues: RowIssue[] = isTooLong
    ? [{ column: null, code: "invalid", message: "has more cells than the first line has columns" }]
    : [];
  for (const { name, member, read } of columns) {
    const text = cells.get(name);
    if (text === undefined) continue;
    try {
      body[member] = read ? await read(text, organisation) : text;
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      issues.push({ column: name, code: "invalid", message: error.message });
    }
  }
  return { body, issues };
}

/** Returns the faults of a problem, with the columns in place of the members of a body. */
function issuesOf(problem: Problem, columns: readonly ImportColumn[]): RowIssue[] {
  const { code, message, facts } = problem;
  if (facts.issues === undefined) return [{ column: null, code, message }];
  return facts.issues.map((issue) => {
    const [member] = issue.path.split(".");
    const column = columns.find((each) => each.member === member)?.name ?? null;
    return { column, code: issue.code, message: issue.message };
  });
}
