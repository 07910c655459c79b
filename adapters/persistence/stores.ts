import { PostgresDisputes } from "./checkout/disputes.ts";
import { PostgresInbox } from "./checkout/inbox.ts";
import { PostgresNamedEvents } from "./checkout/named-events.ts";
import { PostgresOperatorOrders } from "./checkout/operator-orders.ts";
import { PostgresOrderLists } from "./checkout/order-lists.ts";
import { PostgresOrders } from "./checkout/orders.ts";
import { PostgresRailEventCursors } from "./checkout/rail-event-cursors.ts";
import { PostgresRefunds } from "./checkout/refunds.ts";
import { PostgresUnmatchedPayments } from "./checkout/unmatched-payments.ts";
import { PostgresPruning } from "./database/pruning.ts";
import { PostgresDepositBook } from "./fair-draws/deposit-book.ts";
import { PostgresDrawKeys } from "./fair-draws/draw-keys.ts";
import { PostgresFairDrawBook } from "./fair-draws/fair-draw-book.ts";
import { PostgresProofs } from "./fair-draws/proofs.ts";
import { PostgresLotDraws } from "./lot-draws/lot-draws.ts";
import { PostgresEntryPasses } from "./lots/entry-passes.ts";
import { PostgresEntryQuestions } from "./lots/entry-questions.ts";
import { PostgresHaltedLots } from "./lots/halted-lots.ts";
import { PostgresLots } from "./lots/lots.ts";
import { PostgresOperatorLots } from "./lots/operator-lots.ts";
import { PostgresPrizes } from "./lots/prizes.ts";
import { PostgresWinners } from "./lots/winners.ts";
import { PostgresAccessControl } from "./organisations/access-control.ts";
import { PostgresAccountLinks } from "./buyers/account-links.ts";
import { PostgresUnpaidOrders } from "./mails/unpaid-orders.ts";
import { PostgresOwnOrders } from "./buyers/own-orders.ts";
import { PostgresAccounts } from "./buyers/accounts.ts";
import { PostgresNotes } from "./buyers/notes.ts";
import { PostgresBuyerSessions } from "./buyers/buyer-sessions.ts";
import { PostgresSignInAttempts } from "./buyers/sign-in-attempts.ts";
import { PostgresMails } from "./mails/mails.ts";
import { PostgresTillBook } from "./onchain/till-book.ts";
import { PostgresOnChainLots } from "./onchain/onchain-lots.ts";
import { PostgresRaffleWatch } from "./onchain/raffle-watch.ts";
import { PostgresAffiliates } from "./organisations/affiliates.ts";
import { PostgresApiKeys } from "./organisations/api-keys.ts";
import { PostgresAudit } from "./operations/audit.ts";
import { PostgresIdempotency } from "./organisations/idempotency.ts";
import { PostgresBooks } from "./operations/books.ts";
import { PostgresPayoutRecords } from "./finance/payout-records.ts";
import { PostgresFigureBook } from "./operations/figure-book.ts";
import { PostgresHeartbeats } from "./operations/heartbeats.ts";
import { PostgresOrganisationCounts } from "./operations/organisation-counts.ts";
import { PostgresTroubleReports } from "./operations/trouble-reports.ts";
import { PostgresWaitingLists } from "./operations/waiting-lists.ts";
import { PostgresWaitingWorks } from "./operations/waiting-works.ts";
import { PostgresOrganisations } from "./organisations/organisations.ts";
import { PostgresRailAccounts } from "./organisations/rail-accounts.ts";
import { PostgresLogins } from "./people/logins.ts";
import { PostgresInvitations } from "./people/invitations.ts";
import { PostgresMembers } from "./people/members.ts";
import { PostgresNotices } from "./people/notices.ts";
import { PostgresOperators } from "./people/operators.ts";
import { PostgresIdentities } from "./people/identities.ts";
import { PostgresPasskeys } from "./people/passkeys.ts";
import { PostgresPeople } from "./people/people.ts";
import { PostgresSignInCodes } from "./people/sign-in-codes.ts";
import { PostgresTeamMailBudgets } from "./people/team-mail-budgets.ts";
import { PostgresSignInLinks } from "./people/sign-in-links.ts";
import { PostgresRecoveries } from "./recovery/recoveries.ts";
import { PostgresFinder } from "./search/finder.ts";
import { PostgresSandboxPayments } from "./simulated/sandbox-payments.ts";
import { PostgresDueWorks } from "./simulated/due-works.ts";
import { PostgresSimulatedChainState } from "./simulated/simulated-chain-state.ts";
import { PostgresSimulatedClock } from "./simulated/simulated-clock.ts";
import { PostgresDeliveryCounts } from "./webhooks/delivery-counts.ts";
import { PostgresDeliveries } from "./webhooks/deliveries.ts";
import { PostgresEventFeed } from "./webhooks/event-feed.ts";
import { PostgresEvents } from "./webhooks/events.ts";
import { PostgresChainCalls } from "./onchain/chain-calls.ts";
import { PostgresRaffleBook } from "./onchain/raffle-book.ts";
import { PostgresAssets } from "./shop/assets.ts";
import { PostgresHostedOrders } from "./shop/hosted-orders.ts";
import { PostgresQuestionTurns } from "./shop/question-turns.ts";
import { PostgresShopWindows } from "./shop/shop-windows.ts";
import { PostgresVisits } from "./shop/visits.ts";
import { PostgresReplays } from "./webhooks/replays.ts";
import { PostgresWebhookBacklogs } from "./webhooks/webhook-backlogs.ts";
import { PostgresWebhookEndpoints } from "./webhooks/webhook-endpoints.ts";

/** The stores, by module. */
export const STORES = [
  PostgresAccessControl,
  PostgresAccounts,
  PostgresAccountLinks,
  PostgresNotes,
  PostgresOwnOrders,
  PostgresUnpaidOrders,
  PostgresBuyerSessions,
  PostgresSignInAttempts,
  PostgresMails,
  PostgresPeople,
  PostgresLogins,
  PostgresMembers,
  PostgresNotices,
  PostgresOperators,
  PostgresInvitations,
  PostgresIdentities,
  PostgresPasskeys,
  PostgresSignInCodes,
  PostgresTeamMailBudgets,
  PostgresSignInLinks,
  PostgresAffiliates,
  PostgresApiKeys,
  PostgresAudit,
  PostgresIdempotency,
  PostgresOrganisations,
  PostgresRailAccounts,
  PostgresEntryPasses,
  PostgresEntryQuestions,
  PostgresLots,
  PostgresOperatorLots,
  PostgresHaltedLots,
  PostgresChainCalls,
  PostgresRaffleBook,
  PostgresPrizes,
  PostgresAssets,
  PostgresShopWindows,
  PostgresHostedOrders,
  PostgresQuestionTurns,
  PostgresVisits,
  PostgresWinners,
  PostgresDisputes,
  PostgresInbox,
  PostgresNamedEvents,
  PostgresOperatorOrders,
  PostgresOrderLists,
  PostgresOrders,
  PostgresFinder,
  PostgresRailEventCursors,
  PostgresRefunds,
  PostgresUnmatchedPayments,
  PostgresLotDraws,
  PostgresRaffleWatch,
  PostgresOnChainLots,
  PostgresTillBook,
  PostgresDepositBook,
  PostgresDrawKeys,
  PostgresFairDrawBook,
  PostgresProofs,
  PostgresDeliveries,
  PostgresDeliveryCounts,
  PostgresEventFeed,
  PostgresEvents,
  PostgresReplays,
  PostgresWebhookBacklogs,
  PostgresWebhookEndpoints,
  PostgresSandboxPayments,
  PostgresSimulatedChainState,
  PostgresSimulatedClock,
  PostgresDueWorks,
  PostgresRecoveries,
  PostgresPruning,
  PostgresWaitingLists,
  PostgresWaitingWorks,
  PostgresHeartbeats,
  PostgresOrganisationCounts,
  PostgresFigureBook,
  PostgresPayoutRecords,
  PostgresTroubleReports,
  PostgresBooks,
] as const;
