import type { PartSource } from "../../../ports/token.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import type { Operator } from "../callers/caller.ts";
import type { Route } from "../kernel/route.ts";
import { accountRoutes } from "./accounts-api.ts";
import { affiliateRoutes } from "./affiliates-api.ts";
import { batchRoutes } from "./batches/batches-api.ts";
import { importRoutes } from "./imports/imports-api.ts";
import { apiKeyRoutes } from "./api-keys-api.ts";
import { auditRoutes } from "./audit/audit-api.ts";
import { deliveryRoutes } from "./webhooks/deliveries-api.ts";
import { cancellationRoutes } from "./competitions/cancellation-api.ts";
import { competitionRoutes } from "./competitions/competitions-api.ts";
import { haltedCompetitionRoutes } from "./competitions/halted-competitions-api.ts";
import { drawAccountRoutes } from "./money/draw-account-api.ts";
import { disputeRoutes } from "./refunds/disputes-api.ts";
import { exportRoutes } from "./exports/exports-api.ts";
import { figureExportRoutes } from "./exports/figure-exports-api.ts";
import { financeRoutes } from "./money/finance-api.ts";
import { salesFigureRoutes } from "./money/sales-figures-api.ts";
import { healthRoutes } from "./service/health-api.ts";
import { figureRoutes } from "./service/figures-api.ts";
import { waitingRoutes } from "./service/waiting-api.ts";
import { prizeRoutes } from "./competitions/prizes-api.ts";
import { noteRoutes } from "./orders/notes-api.ts";
import { meRoutes } from "./people/me-api.ts";
import { invitationRoutes } from "./people/invitations-api.ts";
import { ownLoginRoutes } from "./people/logins-api.ts";
import { passkeyRoutes } from "./people/passkeys-api.ts";
import { providerRoutes } from "./people/provider-api.ts";
import { signInRoutes } from "./people/sign-in-api.ts";
import { memberRoutes } from "./team/members-api.ts";
import { operatorPeopleRoutes } from "./team/operators-api.ts";
import { orderRoutes } from "./orders-api.ts";
import { organisationRoutes } from "./organisations-api.ts";
import type { FindOrganisation, OrganisationRoute } from "./request.ts";
import { questionRoutes } from "./questions-api.ts";
import { railAccountRoutes } from "./rail-accounts-api.ts";
import { railNotificationRoutes } from "./rail-notifications-api.ts";
import { refundRoutes } from "./refunds/refunds-api.ts";
import { unmatchedPaymentRoutes } from "./refunds/unmatched-payments-api.ts";
import { searchRoutes } from "./search-api.ts";
import { endpointFigureRoutes } from "./webhooks/endpoint-figures-api.ts";
import { replayRoutes } from "./webhooks/replays-api.ts";
import { webhookEndpointRoutes } from "./webhooks/webhook-endpoints-api.ts";
import { receiptPreviewRoutes } from "./competitions/receipt-preview-api.ts";
import { winnerRoutes } from "./competitions/winners-api.ts";

const TABLES = [
  healthRoutes,
  waitingRoutes,
  organisationRoutes,
  searchRoutes,
  apiKeyRoutes,
  railAccountRoutes,
  railNotificationRoutes,
  questionRoutes,
  webhookEndpointRoutes,
  deliveryRoutes,
  endpointFigureRoutes,
  replayRoutes,
  prizeRoutes,
  competitionRoutes,
  cancellationRoutes,
  receiptPreviewRoutes,
  winnerRoutes,
  haltedCompetitionRoutes,
  orderRoutes,
  batchRoutes,
  importRoutes,
  figureRoutes,
  salesFigureRoutes,
  financeRoutes,
  refundRoutes,
  disputeRoutes,
  drawAccountRoutes,
  unmatchedPaymentRoutes,
  accountRoutes,
  noteRoutes,
  affiliateRoutes,
  exportRoutes,
  figureExportRoutes,
  auditRoutes,
  signInRoutes,
  providerRoutes,
  meRoutes,
  passkeyRoutes,
  ownLoginRoutes,
  invitationRoutes,
  memberRoutes,
  operatorPeopleRoutes,
];

/** The operator interface, as the route table that is served and documented. */
export function operatorRoutes(source: PartSource): Route<Operator>[] {
  const administration = source.get(OrganisationAdministration);
  const find: FindOrganisation = (slug) => administration.organisation(slug);
  return TABLES.flatMap((table): readonly (OrganisationRoute | Route<Operator>)[] => table(source)).map(
    (route) => (typeof route === "function" ? route(find) : route),
  );
}
