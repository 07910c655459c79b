import { z } from "zod";
import type { AuditTrail } from "../../../../src/operations/audit-trail.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import { type Columns, csvHead, csvOf } from "../../answers/csv.ts";
import { StreamedReply } from "../../answers/streamed-reply.ts";
import type { Operator } from "../../callers/caller.ts";
import { actOf } from "../request.ts";

const CSV = "text/csv";

interface Exported {
  readonly organisation: Organisation;
  readonly caller: Operator;
  readonly requestId: string;
  readonly now: Date;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Members that all exports have in common. */
export const common = { tag: "Exports", permission: "exports:read", method: "GET", status: 200 } as const;

export const file = <Row>(columns: Columns<Row>) =>
  ({ media: CSV, wrap: false, reply: z.string().meta({ example: csvHead(columns) }) }) as const;

/** A file of which the audit knows who has it. */
export function exported<Row>(
  trail: AuditTrail,
  request: Exported,
  what: string,
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): StreamedReply {
  const { organisation, now, query } = request;
  const day = now.toISOString().slice(0, 10);
  return new StreamedReply(CSV, `${organisation.slug}-${what}-${day}.csv`, async function* () {
    await trail.run(actOf(request), (record) =>
      record({
        organisationId: organisation.id,
        action: "export.made",
        subject: `export:${what}`,
        facts: { ...query },
      }),
    );
    yield* csvOf(columns, pages);
  });
}
