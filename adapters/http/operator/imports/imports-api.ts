import { z } from "zod";
import { Prizes } from "../../../../ports/lots/prizes.ts";
import { UnitOfWork } from "../../../../ports/unit-of-work.ts";
import { LotAdministration } from "../../../../src/lot-administration/lot-administration.ts";
import { PrizeActs } from "../../../../src/lot-administration/prize-acts.ts";
import type { Act } from "../../../../src/operations/audit-trail.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import { prose } from "../../../../src/shared/input/fields.ts";
import { count, id } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, organisationRoute } from "../request.ts";
import { MOST_ROWS } from "./csv-rows.ts";
import { COMPETITION_COLUMNS, competitionKind, PRIZE_COLUMNS, prizeKind } from "./import-kinds.ts";
import { type ImportKind, judgedRows } from "./import-rows.ts";

const FILE_CHARACTERS = 300_000;
const FILE_LIMIT_BYTES = 1_500_000;

const importBody = {
  csv: prose({ max: FILE_CHARACTERS }).describe(
    `The text of a CSV file: a first line with the names of the columns, and 1 to ${MOST_ROWS} rows. Commas, semicolons or tabs separate the cells.`,
  ),
  preview: z.boolean().default(false).describe("Whether the rows are only checked. Then nothing is created."),
};
const prizeImport = z.strictObject(importBody).meta({ id: "PrizeImport" });
const competitionImport = z.strictObject(importBody).meta({ id: "CompetitionImport" });

const rowReply = z
  .strictObject({
    line: z.int().min(1).describe("The line of the file at which the row begins. The head is line 1."),
    name: z.string().nullable().describe("The name or title in the row. Null: it has none."),
    result: z
      .enum(["created", "valid", "refused"])
      .describe("The result. `valid`: it would be created. `refused`: `issues` says why."),
    id: id.nullable().describe("The id of what was created."),
    issues: z
      .array(
        z
          .strictObject({
            column: z.string().nullable().describe("The column. Null: the row as a whole."),
            code: z.string().describe("The code of the fault, for programs."),
            message: z.string().describe("The fault, for people."),
          })
          .meta({ id: "ImportIssue" }),
      )
      .describe("The faults of the row."),
  })
  .meta({ id: "ImportedRow" });
const importReply = z
  .strictObject({
    created: count.describe("The number of rows that were created: all or none."),
    refused: count.describe("The number of rows with a fault."),
    rows: z.array(rowReply).describe("The rows in the order of the file."),
  })
  .meta({ id: "ImportResult" });

type ImportResult = z.input<typeof importReply>;

const columnsOf = (columns: typeof PRIZE_COLUMNS) =>
  `Columns: ${columns.map(({ name, isRequired }) => `\`${name}\`${isRequired ? " (required)" : ""}`).join(", ")}.`;

const EACH =
  `At most ${MOST_ROWS} rows. Each row has a result, with the column of each fault. All rows are created together, each with an ` +
  "audit entry; if one is refused, none is created. A repeat with the same Idempotency-Key creates nothing again.";

/** Creates the things of all rows, or of none. */
async function imported<New>(
  unitOfWork: UnitOfWork,
  kind: ImportKind<New>,
  act: Act,
  organisation: Organisation,
  { csv, preview }: z.output<typeof prizeImport>,
): Promise<ImportResult> {
  const rows = await judgedRows(kind, organisation, csv);
  const refused = rows.filter(({ described }) => described === undefined).length;
  const ids: number[] = [];
  if (!preview && refused === 0)
    await unitOfWork.run(async () => {
      ids.length = 0;
      for (const { described } of rows) ids.push(await kind.create(act, organisation, described!));
    });
  return {
    created: ids.length,
    refused,
    rows: rows.map(({ line, name, described, issues }, at) => ({
      line,
      name,
      result: described === undefined ? "refused" : ids.length > 0 ? "created" : "valid",
      id: ids[at] ?? null,
      issues: [...issues],
    })),
  };
}

const NEEDS = { prizes: Prizes, acts: PrizeActs, administration: LotAdministration, unitOfWork: UnitOfWork };

export const importRoutes = routes(NEEDS, ({ prizes, acts, administration, unitOfWork }) => {
  const common = {
    method: "POST",
    tag: "Batches",
    permission: "competitions:write",
    bodyLimitBytes: FILE_LIMIT_BYTES,
    reply: importReply,
  } as const;
  const ofPrizes = prizeKind(acts);
  const ofCompetitions = competitionKind(administration, prizes);
  return [
    organisationRoute({
      ...common,
      operationId: "importPrizes",
      path: "/batches/prizes",
      body: prizeImport,
      summary: "Import prizes from CSV",
      description:
        `Creates a prize for each row, by the rules of a single one. ${columnsOf(PRIZE_COLUMNS)} Without \`name\` a row needs ` +
        `\`brand\` and \`model\`. Spaces separate the addresses in \`image_urls\`. ${EACH}`,
      handle: (request) => imported(unitOfWork, ofPrizes, actOf(request), request.organisation, request.body),
    }),
    organisationRoute({
      ...common,
      operationId: "importCompetitions",
      path: "/batches/competitions",
      body: competitionImport,
      summary: "Import competitions from CSV",
      description:
        `Creates a draft for each row, by the rules of a single one. ${columnsOf(COMPETITION_COLUMNS)} \`prize\` is the id or the ` +
        "name of a prize. Times without an offset are in the organisation's time zone. " +
        EACH,
      handle: (request) =>
        imported(unitOfWork, ofCompetitions, actOf(request), request.organisation, request.body),
    }),
  ];
});
