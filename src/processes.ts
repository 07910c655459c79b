import { AuditTrail } from "./operations/audit-trail.ts";
import { BuyerSignIn } from "./buyers/buyer-sign-in.ts";
import { NoteAdministration } from "./buyers/note-administration.ts";
import { MyTickets } from "./buyers/my-tickets.ts";
import { BuyerReturns } from "./checkout/buyer-returns.ts";
import { Checkout } from "./checkout/checkout.ts";
import { Confirmation } from "./checkout/confirmation.ts";
import { Expiration } from "./checkout/expiration.ts";
import { Deposits } from "./deposits/deposits.ts";
import { DrawKeyRegistration } from "./fair-draws/draw-keys.ts";
import { FairDraws } from "./fair-draws/fair-draws.ts";
import { LotAdministration } from "./lot-administration/lot-administration.ts";
import { PrizeActs } from "./lot-administration/prize-acts.ts";
import { LotDrawAdministration } from "./lot-draws/lot-draw-administration.ts";
import { LotDrawRunner } from "./lot-draws/lot-draw-runner.ts";
import { EntryQuiz } from "./lots/entry-quiz.ts";
import { LotCatalogue } from "./lots/lot-catalogue.ts";
import { LotCloser } from "./lots/lot-closer.ts";
import { LotUnwinder } from "./lots/lot-unwinder.ts";
import { PaymentOffers } from "./lots/payment-offers.ts";
import { PrizeAdministration } from "./lots/prize-administration.ts";
import { QuestionAdministration } from "./lots/question-administration.ts";
import { MailSender } from "./mails/mail-sender.ts";
import { ReceiptPreview } from "./mails/receipt-preview.ts";
import { UnpaidMails } from "./mails/unpaid-mails.ts";
import { ContractCalls } from "./onchain/contract-calls.ts";
import { DrawFunds } from "./onchain/draw-funds.ts";
import { LotCanceller } from "./onchain/lot-canceller.ts";
import { LotCreationRecovery } from "./onchain/lot-creation-recovery.ts";
import { LotCreation } from "./onchain/lot-creation.ts";
import { RaffleLots } from "./onchain/raffle-lots.ts";
import { RaffleWatcher } from "./onchain/raffle-watcher.ts";
import { PayoutMatching } from "./finance/payout-matching.ts";
import { FigureCounter } from "./operations/figure-counter.ts";
import { SalesFigures } from "./operations/sales-figures.ts";
import { SelfCheck } from "./operations/self-check.ts";
import { AffiliateAdministration } from "./organisations/affiliate-administration.ts";
import { ApiKeyAdministration } from "./organisations/api-key-administration.ts";
import { CreditAdministration } from "./organisations/credit-administration.ts";
import { KnownContracts } from "./organisations/known-contracts.ts";
import { OrganisationAdministration } from "./organisations/organisation-administration.ts";
import { OwnName } from "./people/names/own-name.ts";
import { NoticeMails } from "./people/notice-mails.ts";
import { OwnLogins } from "./people/own-logins.ts";
import { PasskeyUse } from "./people/passkey-use.ts";
import { PersonSignIn } from "./people/person-sign-in.ts";
import { ProviderUse } from "./people/provider/provider-use.ts";
import { TeamInvitations } from "./people/team-invitations.ts";
import { TeamMails } from "./people/team-mails.ts";
import { Team } from "./people/team.ts";
import { RailAdministration } from "./rail-accounts/rail-administration.ts";
import { RailHealthWatch } from "./rail-accounts/rail-health.ts";
import { HaltedLotAdministration } from "./recovery/halted-lot-administration.ts";
import { Recovery } from "./recovery/recovery.ts";
import { RailCanceller } from "./refunds/rail-canceller.ts";
import { RefundAdministration } from "./refunds/refund-administration.ts";
import { RefundRunner } from "./refunds/refund-runner.ts";
import { UnmatchedPaymentAdministration } from "./refunds/unmatched-payment-administration.ts";
import { Search } from "./search/search.ts";
import { Chargebacks } from "./settlement/chargebacks.ts";
import { EventFetcher } from "./settlement/event-fetcher.ts";
import { Inquiry } from "./settlement/inquiry.ts";
import { MissedEvents } from "./settlement/missed-events.ts";
import { Notifications } from "./settlement/notifications.ts";
import { RailEvents } from "./settlement/rail-events.ts";
import { Reconciliation } from "./settlement/reconciliation.ts";
import { Settlement } from "./settlement/settlement.ts";
import { CheckoutVisits } from "./shop/checkout-visits.ts";
import { CounterPrices } from "./shop/hosted/counter-prices.ts";
import { HostedCheckout } from "./shop/hosted/hosted-checkout.ts";
import { HostedQuestion } from "./shop/hosted/hosted-question.ts";
import { OnChainCounter } from "./shop/onchain/onchain-counter.ts";
import { OrderTracker } from "./shop/order-tracker.ts";
import { ShareImages } from "./shop/share-images.ts";
import { ShopWindow } from "./shop/shop-window.ts";
import { ClockAdvance } from "./simulated/clock-advance.ts";
import { Settling } from "./simulated/settling.ts";
import { TillTransfers } from "./till/till-transfers.ts";
import { TillWatcher } from "./till/till-watcher.ts";
import { TokenPaymentReports } from "./till/token-payment-reports.ts";
import { TokenPayments } from "./till/token-payments.ts";
import { DeliveryReplays } from "./webhooks/delivery-replays.ts";
import { Dispatcher } from "./webhooks/dispatcher.ts";
import { FeedReader } from "./webhooks/feed.ts";
import { WebhookEndpointAdministration } from "./webhooks/webhook-endpoint-administration.ts";

/** The business's processes, by module. */
export const PROCESSES = [
  AuditTrail,
  AffiliateAdministration,
  ApiKeyAdministration,
  CreditAdministration,
  KnownContracts,
  OrganisationAdministration,
  RailAdministration,
  RailHealthWatch,
  LotCatalogue,
  PrizeAdministration,
  PaymentOffers,
  EntryQuiz,
  QuestionAdministration,
  LotCloser,
  LotUnwinder,
  LotCreation,
  LotCreationRecovery,
  ContractCalls,
  RaffleWatcher,
  RaffleLots,
  DrawFunds,
  LotCanceller,
  TokenPayments,
  TillWatcher,
  TillTransfers,
  TokenPaymentReports,
  Checkout,
  Confirmation,
  BuyerReturns,
  Expiration,
  Search,
  Settlement,
  Notifications,
  RailEvents,
  EventFetcher,
  MissedEvents,
  Inquiry,
  Reconciliation,
  Chargebacks,
  RefundAdministration,
  RefundRunner,
  RailCanceller,
  UnmatchedPaymentAdministration,
  LotDrawAdministration,
  LotDrawRunner,
  HaltedLotAdministration,
  Recovery,
  LotAdministration,
  PrizeActs,
  ShopWindow,
  ShareImages,
  HostedQuestion,
  CounterPrices,
  HostedCheckout,
  CheckoutVisits,
  OnChainCounter,
  OrderTracker,
  FairDraws,
  DrawKeyRegistration,
  Deposits,
  WebhookEndpointAdministration,
  Dispatcher,
  DeliveryReplays,
  FeedReader,
  MailSender,
  ReceiptPreview,
  UnpaidMails,
  BuyerSignIn,
  MyTickets,
  FigureCounter,
  PayoutMatching,
  SalesFigures,
  NoteAdministration,
  SelfCheck,
  PersonSignIn,
  PasskeyUse,
  OwnLogins,
  OwnName,
  TeamInvitations,
  ProviderUse,
  TeamMails,
  Team,
  NoticeMails,
  Settling,
  ClockAdvance,
] as const;
