import { z } from "zod";
import { ChainUnavailable } from "../../../../ports/chain.ts";
import { Deposits } from "../../../../src/deposits/deposits.ts";
import { FairDraws, UNIT_COST_CENTS } from "../../../../src/fair-draws/fair-draws.ts";
import { count, id } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { drawId, ledgerEntryReply, settlement } from "../../partner/draws-api.ts";
import { organisationRoute, pageQuery, time } from "../request.ts";

const OPEN_SHOWN = 100;

const openReply = z
  .strictObject({
    id: drawId.describe("The draw's id."),
    serverSeedHash: z.string().describe("The commitment: the hash of the server seed."),
    createdAt: time,
    expiresAt: time.describe("The time from which the draw can no longer be revealed."),
  })
  .meta({ id: "OpenDraw" });

const accountReply = z
  .strictObject({
    balanceCents: z.int().describe("The balance in US cents."),
    unitCostCents: count.describe("The cost of a reveal, in US cents."),
    draws: count.describe("The number of revealed draws."),
    costCents: count.describe("The total cost of the revealed draws, in US cents."),
    settlement,
    openDraws: z
      .array(openReply)
      .describe(`Commitments that can still be revealed: the ${OPEN_SHOWN} that expire first.`),
  })
  .meta({ id: "DrawAccount" });

const entryReply = ledgerEntryReply.extend({ id }).meta({ id: "ListedDrawLedgerEntry" });

const NEEDS = { draws: FairDraws, deposits: Deposits };

export const drawAccountRoutes = routes(NEEDS, ({ draws, deposits }) => {
  const tag = "Draw account";
  return [
    organisationRoute({
      operationId: "getDrawAccount",
      method: "GET",
      path: "/draw-account",
      summary: "Get the draw account",
      description: "Returns balance, price, deposit address and open commitments for fair draws.",
      tag,
      permission: "draw_account:read",
      reply: accountReply,
      problems: [ChainUnavailable],
      handle: async ({ organisation }) => ({
        ...(await draws.usage(organisation.id)),
        unitCostCents: UNIT_COST_CENTS,
        settlement: await deposits.target(organisation.id),
        openDraws: (await draws.open(organisation.id, OPEN_SHOWN)).map(
          ({ createdAt, expiresAt, ...draw }) => ({
            ...draw,
            createdAt: createdAt.toISOString(),
            expiresAt: expiresAt.toISOString(),
          }),
        ),
      }),
    }),
    organisationRoute({
      operationId: "listDrawLedgerEntries",
      method: "GET",
      path: "/draw-account/ledger",
      summary: "List the draw ledger",
      description: "Returns all changes of the balance for fair draws, newest first.",
      tag,
      permission: "draw_account:read",
      query: pageQuery,
      reply: z.array(entryReply),
      handle: (request) =>
        pagedById(
          request,
          (page) => draws.listLedger(request.organisation.id, page),
          ({ createdAt, ...entry }) => ({ ...entry, createdAt: createdAt.toISOString() }),
        ),
    }),
  ];
});
