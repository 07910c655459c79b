import { z } from "zod";
import { Accounts } from "../../../../ports/buyers/accounts.ts";
import { type OperatorOrder, OperatorOrders } from "../../../../ports/checkout/operator-orders.ts";
import { Refunds } from "../../../../ports/checkout/refunds.ts";
import type { ListedLedgerEntry } from "../../../../ports/fair-draws/fair-draw-book.ts";
import { OperatorLots } from "../../../../ports/lots/operator-lots.ts";
import { Affiliates } from "../../../../ports/organisations/affiliates.ts";
import { AuditTrail } from "../../../../src/operations/audit-trail.ts";
import { FairDraws } from "../../../../src/fair-draws/fair-draws.ts";
import type { Affiliate, CommissionEntry } from "../../../../src/organisations/affiliate.ts";
import { AffiliateAdministration } from "../../../../src/organisations/affiliate-administration.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import type { Refund } from "../../../../src/refunds/refund.ts";
import { routes } from "../../kernel/route.ts";
import { conditionsOf, hasConditions, orderFilters } from "../orders/order-filters.ts";
import { toOrder } from "../orders-api.ts";
import { hasMoreThanState, refundConditionsOf, refundFilters, toRefund } from "../refunds/refunds-api.ts";
import { organisationRoute } from "../request.ts";
import { COMMISSION_COLUMNS, LEDGER_COLUMNS, ORDER_COLUMNS, REFUND_COLUMNS } from "./columns.ts";
import { common, exported, file } from "./export-file.ts";
import { allOf, throughLooks } from "./pages.ts";

const AS_LISTED =
  "Returns all rows, newest first. The columns have the names of the list's fields. If the connection closes early, the export is incomplete.";

const ofRows = async function* <Row, T>(pages: AsyncIterable<readonly Row[]>, payloadOf: (row: Row) => T) {
  for await (const rows of pages) yield rows.map(payloadOf);
};

const NEEDS = {
  trail: AuditTrail,
  orders: OperatorOrders,
  refunds: Refunds,
  accounts: Accounts,
  lots: OperatorLots,
  draws: FairDraws,
  affiliates: Affiliates,
  administration: AffiliateAdministration,
};

export const exportRoutes = routes(NEEDS, (parts) => {
  const { trail, orders, refunds, accounts, lots, draws, affiliates, administration } = parts;

  async function* commissionsOf(organisation: Organisation, all: AsyncIterable<readonly Affiliate[]>) {
    for await (const page of all)
      for (const { code } of page) {
        const entries = allOf<CommissionEntry>((slice) =>
          administration.commissions(organisation.id, code, slice),
        );
        yield* ofRows(entries, (entry) => ({ ...entry, affiliate: code }));
      }
  }

  return [
    organisationRoute({
      ...common,
      ...file(ORDER_COLUMNS),
      operationId: "getOrderExport",
      path: "/exports/orders",
      summary: "Export orders as CSV",
      description: AS_LISTED,
      query: z.strictObject(orderFilters),
      handle: async (request) => {
        const { id } = request.organisation;
        const conditions = await conditionsOf({ accounts, lots, affiliates }, id, request.query);
        const pages = hasConditions(conditions)
          ? orders.through(id, conditions)
          : allOf<OperatorOrder>((slice) => orders.list(id, slice, conditions.accountId));
        return exported(trail, request, "orders", ORDER_COLUMNS, ofRows(pages, toOrder));
      },
    }),
    organisationRoute({
      ...common,
      ...file(REFUND_COLUMNS),
      operationId: "getRefundExport",
      path: "/exports/refunds",
      summary: "Export refunds as CSV",
      description: AS_LISTED,
      query: z.strictObject(refundFilters),
      handle: async (request) => {
        const { id } = request.organisation;
        const conditions = await refundConditionsOf(affiliates, id, request.query);
        const pages = hasMoreThanState(conditions)
          ? throughLooks<Refund>((slice) => refunds.look(id, conditions, slice))
          : allOf<Refund>((slice) => refunds.list(id, slice, conditions.state));
        return exported(trail, request, "refunds", REFUND_COLUMNS, ofRows(pages, toRefund));
      },
    }),
    organisationRoute({
      ...common,
      ...file(LEDGER_COLUMNS),
      operationId: "getDrawLedgerExport",
      path: "/exports/draw-ledger",
      summary: "Export the draw ledger as CSV",
      description: AS_LISTED,
      handle: (request) => {
        const pages = allOf<ListedLedgerEntry>((slice) => draws.listLedger(request.organisation.id, slice));
        return exported(trail, request, "draw-ledger", LEDGER_COLUMNS, pages);
      },
    }),
    organisationRoute({
      ...common,
      ...file(COMMISSION_COLUMNS),
      operationId: "getCommissionExport",
      path: "/exports/commissions",
      summary: "Export commissions as CSV",
      description:
        "Returns the commissions of all affiliates, one affiliate after the other. If the connection closes early, the export is incomplete.",
      handle: (request) => {
        const { organisation } = request;
        const all = allOf<Affiliate>((slice) => affiliates.list(organisation.id, slice));
        return exported(trail, request, "commissions", COMMISSION_COLUMNS, commissionsOf(organisation, all));
      },
    }),
  ];
});
