/** Makes migrations that can run while others sell of the statements by which the ORM would change the tables. */

interface Draft {
  readonly base: "Migration" | "IndexMigration";
  /** The changed table or column. */
  readonly subject: string;
  readonly statements: readonly string[];
}

/** The statements cannot become a migration. The message gives the statement, the reason and the remedy. */
export class RefusedDraft extends Error {
  override readonly name = "RefusedDraft";
}

const NAME = String.raw`"?(\w+)"?`;
const TABLE = new RegExp(String.raw`^(?:alter|create) table (?:if not exists |only )?(?:"?\w+"?\.)?${NAME}`);
const INDEXED = new RegExp(String.raw`^create (?:unique )?index ${NAME} on (?:"?\w+"?\.)?${NAME}`);
const DROPPED_INDEX = new RegExp(String.raw`^drop index (?:"?\w+"?\.)?${NAME}$`);
const NOT_NULL = new RegExp(String.raw`^(alter table \S+) alter column ${NAME} set not null$`);
const UNIQUE = new RegExp(String.raw`^alter table (\S+) add constraint ${NAME} unique (\([^()]+\))$`);
const CONSTRAINT = new RegExp(
  String.raw`^(alter table \S+) add constraint ${NAME} (?:foreign key|check)\b.*$`,
  "s",
);
const ADD_COLUMN = String.raw`\badd (?!constraint |foreign |primary )"?\w+"? `;
const CONSTANT = String.raw`'|-|\d|true\b|false\b|null\b|now\(\)|current_`;

/** Changes that an existing table does not take in one step, and the steps to take instead. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [
    /\bdrop column\b/,
    "drops a column, which processes of the previous version use: keep it in the entity until the release after the last one that uses it, and drop it by a migration of your own",
  ],
  [
    /^drop table\b/,
    "drops a table: drop it by a migration of your own, one release after the last one that uses it",
  ],
  [
    /\brename (?:column|to)\b/,
    "renames what processes of the previous version use: add another, write both, fill it in batches, and drop the first a release later",
  ],
  [
    /\balter column \S+ type\b|\bset schema\b/,
    "rebuilds the table: add another column or table, write both, fill it in batches, and drop the first a release later",
  ],
  [
    new RegExp(String.raw`${ADD_COLUMN}.*(?:serial\b|\bgenerated\b|\bdefault (?!${CONSTANT}))`, "s"),
    "rebuilds the table: give the new column no value that is computed for each row",
  ],
  [
    new RegExp(
      String.raw`${ADD_COLUMN}(?:(?!, add | default ).)*\bnot null\b(?!(?:(?!, add ).)* default )`,
      "s",
    ),
    "adds a column without a value for the rows that there are: let it be null or give it a constant default",
  ],
  [
    /\badd (?:constraint \S+ )?primary key\b|\bexclude\b|\badd constraint \S+ unique(?! \([^()]+\)$)/,
    "makes an index in a transaction: make it by a separate migration, then add the constraint with `using index`",
  ],
];

/** Steps run in this order: proofs read all rows and let others write, and a later change needs their result. */
const PHASES = ["create", "change", "prove", "use proof", "index", "use index"] as const;

interface Step {
  readonly phase: (typeof PHASES)[number];
  readonly subject: string;
  readonly text: string;
}

/**
 * @param statements the ORM's, with or without a semicolon at the end
 * @param partitioned the tables with partitions
 * @returns migrations in order of execution
 * @throws RefusedDraft
 */
export function draftsOf(statements: readonly string[], partitioned: ReadonlySet<string>): Draft[] {
  const changes = statements.map((each) => each.trim().replace(/;$/, "")).filter((each) => each !== "");
  const created = new Set(changes.filter((each) => each.startsWith("create table")).map(tableOf));
  const steps = changes.flatMap((text): Step[] => {
    if (created.has(tableOf(text))) return [{ phase: "create", subject: "tables", text }];
    refuse(text, changes, partitioned);
    return stepsOf(text);
  });
  const migrations = PHASES.flatMap((phase) => {
    const own = steps.filter((step) => step.phase === phase);
    return [...Map.groupBy(own, (step) => (phase === "index" ? step : step.subject)).values()];
  });
  return migrations.map((own) => ({
    base: own[0]!.phase === "index" ? "IndexMigration" : "Migration",
    subject: own[0]!.subject,
    statements: own.map(({ text }) => text),
  }));
}

function stepsOf(text: string): Step[] {
  const table = tableOf(text);
  const change: Step = { phase: "change", subject: table, text };
  const index = (name: string, statement: string): Step => ({
    phase: "index",
    subject: name,
    text: statement,
  });
  const proof = (alter: string, name: string): Step => ({
    phase: "prove",
    subject: "validate",
    text: `${alter} validate constraint ${name}`,
  });
  const [, created] = INDEXED.exec(text) ?? [];
  if (created !== undefined)
    return [index(created, text.replace(/ index \S+/, ` index concurrently if not exists ${created}`))];
  const [, dropped] = DROPPED_INDEX.exec(text) ?? [];
  if (dropped !== undefined) return [index(dropped, `drop index concurrently if exists ${dropped}`)];
  const [, owner, key, columns] = UNIQUE.exec(text) ?? [];
  if (key !== undefined)
    return [
      index(key, `create unique index concurrently if not exists ${key} on ${owner} ${columns}`),
      {
        phase: "use index",
        subject: table,
        text: `alter table ${owner} add constraint ${key} unique using index ${key}`,
      },
    ];
  const [, altered, column] = NOT_NULL.exec(text) ?? [];
  if (altered !== undefined) {
    const check = `${table}_${column}_is_not_null`;
    return [
      { ...change, text: `${altered} add constraint ${check} check (${column} is not null) not valid` },
      proof(altered, check),
      { ...change, phase: "use proof" },
      { ...change, phase: "use proof", text: `${altered} drop constraint ${check}` },
    ];
  }
  const [, alter, constraint] = CONSTRAINT.exec(text) ?? [];
  if (alter === undefined) return [change];
  return [{ ...change, text: `${text} not valid` }, proof(alter, constraint!)];
}

function refuse(text: string, all: readonly string[], partitioned: ReadonlySet<string>): void {
  const [, column] = new RegExp(String.raw`\bdrop column ${NAME}`).exec(text) ?? [];
  const again = new RegExp(String.raw`\badd "?${column}"? `);
  if (column !== undefined && all.some((each) => tableOf(each) === tableOf(text) && again.test(each)))
    throw refusal(
      text,
      `drops the column ${column} and adds it again, without its values: describe it in the entity as it is in the database`,
    );
  for (const [pattern, reason] of REFUSED) if (pattern.test(text)) throw refusal(text, reason);
  if (partitioned.has(tableOf(text)) && /^create |\badd constraint\b|\bset not null$/.test(text))
    throw refusal(text, "concerns a table with partitions: change each partition first, then the table");
}

function refusal(statement: string, reason: string): RefusedDraft {
  return new RefusedDraft(`the draft ${reason}.\n  ${statement}`);
}

function tableOf(statement: string): string {
  return INDEXED.exec(statement)?.[2] ?? TABLE.exec(statement)?.[1] ?? "";
}

/** @returns the text of the migration's file */
export function fileOf(name: string, base: Draft["base"], statements: readonly string[]): string {
  const type = name.replace(/^\d+/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const lines = statements.map((each) => `    ${each.replaceAll(/[`$\\]/g, "\\$&")};\n`);
  return (
    `import { ${base} } from "../schema/migration.ts";\n\n` +
    `export default class ${type} extends ${base} {\n  override readonly sql = \`\n${lines.join("")}  \`;\n}\n`
  );
}

/** @returns the list of migrations, migrations/all.ts, with one more */
export function listWith(list: string, name: string): string {
  return list.replace(/\];\n$/, `  { name: "${name}", load: () => import("./${name}.ts") },\n$&`);
}
