import type { Accounts } from "../../../ports/organisations/accounts.ts";
import type { Affiliates } from "../../../ports/organisations/affiliates.ts";
import type { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import type { Audit } from "../../../ports/organisations/audit.ts";
import type { Deliveries } from "../../../ports/webhooks/deliveries.ts";
import type { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import type { Events } from "../../../ports/webhooks/events.ts";
import type { Inbox } from "../../../ports/checkout/inbox.ts";
import type { OperatorOrders } from "../../../ports/checkout/operator-orders.ts";
import type { Organisations } from "../../../ports/organisations/organisations.ts";
import type { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import type { WebhookEndpoints } from "../../../ports/webhooks/webhook-endpoints.ts";
import type { Winners } from "../../../ports/lots/winners.ts";
import type { Offers } from "../../../src/lots/offers.ts";
import type { DrawAdministration } from "../../../src/lot-draws/draw-administration.ts";
import type { QuestionAdministration } from "../../../src/lots/question-administration.ts";
import type { RefundAdministration } from "../../../src/refunds/refund-administration.ts";
import type { Administration } from "../../../src/organisations/administration.ts";
import type { AffiliateAdministration } from "../../../src/organisations/affiliate-administration.ts";
import type { RailAdministration } from "../../../src/rail-accounts/rail-administration.ts";
import type { EndpointAdministration } from "../../../src/webhooks/endpoint-administration.ts";
import type { Replaying } from "../../../src/webhooks/replaying.ts";
import type { Operator, Route } from "../kernel/route.ts";
import { accountRoutes } from "./accounts-api.ts";
import { affiliateRoutes } from "./affiliates-api.ts";
import { apiKeyRoutes } from "./api-keys-api.ts";
import { auditRoutes } from "./audit-api.ts";
import { deliveryRoutes } from "./deliveries-api.ts";
import { orderRoutes } from "./orders-api.ts";
import { organisationRoutes } from "./organisations-api.ts";
import { questionRoutes } from "./questions-api.ts";
import { railAccountRoutes } from "./rail-accounts-api.ts";
import { railNotificationRoutes } from "./rail-notifications-api.ts";
import { refundRoutes } from "./refunds-api.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints-api.ts";
import { winnerRoutes } from "./winners-api.ts";

export interface OperatorApiParts {
  readonly administration: Administration;
  readonly railAdministration: RailAdministration;
  readonly questionAdministration: QuestionAdministration;
  readonly endpointAdministration: EndpointAdministration;
  readonly affiliateAdministration: AffiliateAdministration;
  readonly drawAdministration: DrawAdministration;
  readonly refundAdministration: RefundAdministration;
  readonly organisations: Organisations;
  readonly apiKeys: ApiKeys;
  readonly railAccounts: RailAccounts;
  readonly inbox: Inbox;
  readonly entryQuestions: EntryQuestions;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly replaying: Replaying;
  readonly winners: Winners;
  readonly offers: Offers;
  readonly orders: OperatorOrders;
  readonly accounts: Accounts;
  readonly affiliates: Affiliates;
  readonly audit: Audit;
}

/** The route table of the operator interface. */
export function operatorRoutes(parts: OperatorApiParts): Route<Operator>[] {
  const { administration } = parts;
  return [
    ...organisationRoutes(administration, parts.organisations),
    ...apiKeyRoutes(administration, parts.apiKeys),
    ...railAccountRoutes(administration, parts.railAdministration, parts.railAccounts),
    ...railNotificationRoutes(administration, parts.inbox),
    ...questionRoutes(administration, parts.questionAdministration, parts.entryQuestions),
    ...webhookEndpointRoutes(administration, parts.endpointAdministration, parts.webhookEndpoints),
    ...deliveryRoutes(
      administration,
      parts.replaying,
      parts.webhookEndpoints,
      parts.deliveries,
      parts.events,
    ),
    ...winnerRoutes(administration, parts.drawAdministration, parts.winners, parts.offers),
    ...orderRoutes(administration, parts.refundAdministration, parts.orders),
    ...refundRoutes(administration, parts.refundAdministration, parts.orders),
    ...accountRoutes(administration, parts.accounts),
    ...affiliateRoutes(administration, parts.affiliateAdministration, parts.affiliates),
    ...auditRoutes(administration, parts.audit),
  ];
}
