import "reflect-metadata";
import { Registry } from "prom-client";
import { type DependencyContainer, instanceCachingFactory, container as rootContainer } from "tsyringe";
import { ExtendedKeyAddresses } from "./adapters/chain/extended-key-addresses.ts";
import { SimulatedChain } from "./adapters/chain/simulated-chain.ts";
import { ViemChain } from "./adapters/chain/viem-chain.ts";
import { Metrics } from "./adapters/http/kernel/health.ts";
import { PrometheusWebhookMeter } from "./adapters/system/metrics/webhook-metrics.ts";
import { DrawThreads } from "./adapters/http/partner/draw-threads.ts";
import { ClockWatch } from "./adapters/jobs/clock-watch.ts";
import type { Wake } from "./adapters/jobs/wake.ts";
import { DatabaseClock } from "./adapters/persistence/database/database-clock.ts";
import { Database } from "./adapters/persistence/database/database.ts";
import { PostgresAccounts } from "./adapters/persistence/organisations/accounts.ts";
import { PostgresAffiliates } from "./adapters/persistence/organisations/affiliates.ts";
import { PostgresApiKeys } from "./adapters/persistence/organisations/api-keys.ts";
import { PostgresAudit } from "./adapters/persistence/organisations/audit.ts";
import { PostgresDeliveries } from "./adapters/persistence/webhooks/deliveries.ts";
import { PostgresDepositBook } from "./adapters/persistence/fair-draws/deposit-book.ts";
import { PostgresDisputes } from "./adapters/persistence/checkout/disputes.ts";
import { PostgresDrawKeys } from "./adapters/persistence/fair-draws/draw-keys.ts";
import { PostgresEntryPasses } from "./adapters/persistence/lots/entry-passes.ts";
import { PostgresEntryQuestions } from "./adapters/persistence/lots/entry-questions.ts";
import { PostgresFairDrawBook } from "./adapters/persistence/fair-draws/fair-draw-book.ts";
import { PostgresAccessControl } from "./adapters/persistence/organisations/access-control.ts";
import { PostgresEvents } from "./adapters/persistence/webhooks/events.ts";
import { PostgresIdempotency } from "./adapters/persistence/organisations/idempotency.ts";
import { PostgresInbox } from "./adapters/persistence/checkout/inbox.ts";
import { PostgresLotDraws } from "./adapters/persistence/lot-draws/lot-draws.ts";
import { PostgresLots } from "./adapters/persistence/lots/lots.ts";
import { PostgresNamedEvents } from "./adapters/persistence/checkout/named-events.ts";
import { PostgresOperatorOrders } from "./adapters/persistence/checkout/operator-orders.ts";
import { PostgresOrderLists } from "./adapters/persistence/checkout/order-lists.ts";
import { PostgresOrders } from "./adapters/persistence/checkout/orders.ts";
import { PostgresOrganisations } from "./adapters/persistence/organisations/organisations.ts";
import { PostgresPrizes } from "./adapters/persistence/lots/prizes.ts";
import { PostgresProofs } from "./adapters/persistence/fair-draws/proofs.ts";
import { PostgresPruning } from "./adapters/persistence/database/pruning.ts";
import { PostgresRailAccounts } from "./adapters/persistence/organisations/rail-accounts.ts";
import { PostgresRailEventCursors } from "./adapters/persistence/checkout/rail-event-cursors.ts";
import { PostgresRefunds } from "./adapters/persistence/checkout/refunds.ts";
import { PostgresReplays } from "./adapters/persistence/webhooks/replays.ts";
import { PostgresSandboxPayments } from "./adapters/persistence/simulated/sandbox-payments.ts";
import { PostgresSimulatedChainState } from "./adapters/persistence/simulated/simulated-chain-state.ts";
import { PostgresWebhookBacklogs } from "./adapters/persistence/webhooks/webhook-backlogs.ts";
import { PostgresWebhookEndpoints } from "./adapters/persistence/webhooks/webhook-endpoints.ts";
import { PostgresWinners } from "./adapters/persistence/lots/winners.ts";
import { AesVault, encryptionKeys } from "./adapters/system/aes-vault.ts";
import { CryptoRandom } from "./adapters/system/crypto-random.ts";
import { IsoCurrencies } from "./adapters/system/iso-currencies.ts";
import { RailMetrics } from "./adapters/system/metrics/rail-metrics.ts";
import { UndiciWebhookSender } from "./adapters/system/outbound/webhook-sender.ts";
import type { Config } from "./config/config.ts";
import { Accounts } from "./ports/organisations/accounts.ts";
import { Addresses } from "./ports/addresses.ts";
import { Affiliates } from "./ports/organisations/affiliates.ts";
import { ApiKeys } from "./ports/organisations/api-keys.ts";
import { Audit } from "./ports/organisations/audit.ts";
import { ChainSimulation } from "./ports/simulated/chain-simulation.ts";
import { Chain } from "./ports/chain.ts";
import { Clock } from "./ports/clock.ts";
import { Currencies } from "./ports/currencies.ts";
import { Deliveries } from "./ports/webhooks/deliveries.ts";
import { DepositBook } from "./ports/fair-draws/deposit-book.ts";
import { Disputes } from "./ports/checkout/disputes.ts";
import { DrawComputer } from "./ports/fair-draws/draw-computer.ts";
import { DrawKeys } from "./ports/fair-draws/draw-keys.ts";
import { EntryPasses } from "./ports/lots/entry-passes.ts";
import { EntryQuestions } from "./ports/lots/entry-questions.ts";
import { Events } from "./ports/webhooks/events.ts";
import { FairDrawBook } from "./ports/fair-draws/fair-draw-book.ts";
import { AccessControl } from "./ports/organisations/access-control.ts";
import { Idempotency } from "./ports/organisations/idempotency.ts";
import { Inbox } from "./ports/checkout/inbox.ts";
import { Log } from "./ports/log.ts";
import { LotDraws } from "./ports/lot-draws/lot-draws.ts";
import { Lots } from "./ports/lots/lots.ts";
import { OperatorOrders } from "./ports/checkout/operator-orders.ts";
import { OrderLists } from "./ports/checkout/order-lists.ts";
import { Orders } from "./ports/checkout/orders.ts";
import { NamedEvents } from "./ports/checkout/named-events.ts";
import { Organisations } from "./ports/organisations/organisations.ts";
import { Prizes } from "./ports/lots/prizes.ts";
import { Proofs } from "./ports/fair-draws/proofs.ts";
import { Pruning } from "./ports/jobs/pruning.ts";
import { RailAccounts } from "./ports/organisations/rail-accounts.ts";
import { RailEventCursors } from "./ports/checkout/rail-event-cursors.ts";
import { Rails } from "./ports/rails.ts";
import { Random } from "./ports/random.ts";
import { Refunds } from "./ports/checkout/refunds.ts";
import { Replays } from "./ports/webhooks/replays.ts";
import { SandboxPayments } from "./ports/simulated/sandbox-payments.ts";
import { SimulatedChainState } from "./ports/simulated/simulated-chain-state.ts";
import type { Need, Part, PartSource, Token } from "./ports/token.ts";
import { UnitOfWork } from "./ports/unit-of-work.ts";
import { Vault } from "./ports/vault.ts";
import { Wakers } from "./ports/jobs/wakers.ts";
import { WebhookBacklogs } from "./ports/webhooks/webhook-backlogs.ts";
import { WebhookEndpoints } from "./ports/webhooks/webhook-endpoints.ts";
import { WebhookMeter } from "./ports/webhooks/webhook-meter.ts";
import { WebhookSender } from "./ports/webhooks/webhook-sender.ts";
import { Winners } from "./ports/lots/winners.ts";
import { SandboxProvider } from "./rails/sandbox/provider.ts";
import { guardedRails, type RailOptions, sandboxSecret } from "./service-rails.ts";
import { Chargebacks } from "./src/settlement/chargebacks.ts";
import { Checkout } from "./src/checkout/checkout.ts";
import { Confirmation } from "./src/checkout/confirmation.ts";
import { EventFetching } from "./src/settlement/event-fetching.ts";
import { Expiration } from "./src/checkout/expiration.ts";
import { Inquiry } from "./src/settlement/inquiry.ts";
import { MissedEvents } from "./src/settlement/missed-events.ts";
import { Notifications } from "./src/settlement/notifications.ts";
import { RailEvents } from "./src/settlement/rail-events.ts";
import { RailCancelling } from "./src/refunds/rail-cancelling.ts";
import { Reconciliation } from "./src/settlement/reconciliation.ts";
import { RefundAdministration } from "./src/refunds/refund-administration.ts";
import { Refunding } from "./src/refunds/refunding.ts";
import { Returning } from "./src/checkout/returning.ts";
import { Settlement } from "./src/settlement/settlement.ts";
import { Deposits } from "./src/deposits/deposits.ts";
import { LotDrawAdministration } from "./src/lot-draws/lot-draw-administration.ts";
import { DrawKeyRegistration } from "./src/fair-draws/draw-keys.ts";
import { LotDrawing } from "./src/lot-draws/lot-drawing.ts";
import { FairDraws } from "./src/fair-draws/fair-draws.ts";
import { Closing } from "./src/lots/closing.ts";
import { LotCatalogue } from "./src/lots/lot-catalogue.ts";
import { Offers } from "./src/lots/offers.ts";
import { PrizeAdministration } from "./src/lots/prize-administration.ts";
import { EntryQuiz } from "./src/lots/entry-quiz.ts";
import { QuestionAdministration } from "./src/lots/question-administration.ts";
import { Unwinding } from "./src/lots/unwinding.ts";
import { OrganisationAdministration } from "./src/organisations/organisation-administration.ts";
import { AffiliateAdministration } from "./src/organisations/affiliate-administration.ts";
import { AuditTrail } from "./src/audit/audit-trail.ts";
import { RailAdministration } from "./src/rail-accounts/rail-administration.ts";
import { RailHealthWatch } from "./src/rail-accounts/rail-health.ts";
import { invariant } from "./src/shared/invariant.ts";
import { Dispatcher } from "./src/webhooks/dispatcher.ts";
import { EndpointAdministration } from "./src/webhooks/endpoint-administration.ts";
import { Registration } from "./src/webhooks/registration.ts";
import { Replaying } from "./src/webhooks/replaying.ts";

/** What is given for a list of needs, in its order. */
type PartsInOrder<Needs extends readonly Need[]> = { -readonly [I in keyof Needs]: Part<Needs[I]> };

const keyOf = (need: Need) => ("symbol" in need ? need.symbol : (need as unknown as symbol));

/** What stands behind a token or class: made once, when it is first asked for. */
export class Wiring implements PartSource {
  readonly #container: DependencyContainer = rootContainer.createChildContainer();

  get<N extends Need>(need: N): Part<N> {
    return this.#container.resolve<Part<N>>(keyOf(need));
  }

  bind<N extends Need>(need: N, make: () => NoInfer<Part<N>>): void {
    this.#container.register(keyOf(need), { useFactory: instanceCachingFactory(make) });
  }

  /** Makes a class of what it needs; both its constructor and what it stands for are checked by the compiler. */
  provide<const Needs extends readonly Need[], T>(
    part: { readonly needs: Needs; new (...parts: PartsInOrder<Needs>): NoInfer<T> },
    as: Token<T> | null = null,
  ): void {
    const make = () => new part(...(part.needs.map((need) => this.get(need)) as PartsInOrder<Needs>));
    this.#container.register(keyOf(as ?? (part as unknown as { readonly prototype: object })), {
      useFactory: instanceCachingFactory(make),
    });
  }
}

/** What the parts are set in. */
interface Surroundings extends RailOptions {
  readonly database: Database;
  readonly wake: Wake;
  readonly log: Log;
  /** Where this process itself listens: the simulated provider notifies it there. */
  readonly ownOrigin: string;
}

/** The chain that is configured; null: the simulated one is. */
export function configuredChain(config: Config, log: Log): ViemChain | null {
  const { chainId, chainRpcUrl: rpcUrl, chainSecondRpcUrl: secondRpcUrl, chainConfirmations } = config;
  if (rpcUrl === null) return null;
  invariant(chainId, "the configuration has a chain id with each node");
  return new ViemChain({ chainId, rpcUrl, secondRpcUrl, confirmations: chainConfirmations, log });
}

/** Everything behind its port. A later `bind` replaces what nobody has asked for yet: so tests put in their fakes. */
export function wire(surroundings: Surroundings): Wiring {
  const { config, database, wake, log, encryptionKey, baseUrl, ownOrigin } = surroundings;
  const wiring = new Wiring();

  wiring.bind(Database, () => database);
  wiring.bind(UnitOfWork, () => database);
  wiring.bind(Log, () => log);
  wiring.bind(Addresses, () => ({ baseUrl }));
  // Whoever is woken finds what was written only after it was committed.
  wiring.bind(Wakers, () => ({
    eventsWritten: () => database.afterCommit(() => wake.eventsWritten()),
    deliveriesDue: () => database.afterCommit(() => wake.deliveriesDue()),
  }));
  wiring.bind(Metrics, () => new Metrics(wiring.get(Registry)));
  wiring.bind(WebhookMeter, () => new PrometheusWebhookMeter(wiring.get(Metrics).registry));
  wiring.provide(DatabaseClock);
  wiring.bind(Clock, () => wiring.get(DatabaseClock));
  wiring.bind(
    ClockWatch,
    () => new ClockWatch({ clock: wiring.get(DatabaseClock), log, registry: wiring.get(Registry) }),
  );
  wiring.bind(Random, () => new CryptoRandom());
  wiring.bind(Currencies, () => new IsoCurrencies());
  wiring.bind(Vault, () => new AesVault(encryptionKeys(encryptionKey)));
  wiring.bind(
    SimulatedChain,
    () =>
      new SimulatedChain({
        confirmations: config.chainConfirmations,
        chainState: wiring.get(SimulatedChainState),
        clock: wiring.get(Clock),
        random: wiring.get(Random),
      }),
  );
  wiring.bind(ChainSimulation, () => wiring.get(SimulatedChain));
  wiring.bind(Chain, () => configuredChain(config, log) ?? wiring.get(SimulatedChain));
  wiring.bind(
    UndiciWebhookSender,
    () => new UndiciWebhookSender({ allowLoopback: config.webhookAllowLoopback }),
  );
  wiring.bind(WebhookSender, () => wiring.get(UndiciWebhookSender));
  wiring.bind(DrawThreads, () => new DrawThreads({ log }));
  wiring.bind(DrawComputer, () => wiring.get(DrawThreads));

  wiring.bind(AccessControl, () => new PostgresAccessControl(database));
  wiring.provide(PostgresAccounts, Accounts);
  wiring.provide(PostgresAffiliates, Affiliates);
  wiring.provide(PostgresApiKeys, ApiKeys);
  wiring.provide(PostgresAudit, Audit);
  wiring.provide(PostgresDeliveries, Deliveries);
  wiring.provide(PostgresDepositBook, DepositBook);
  wiring.provide(PostgresDisputes, Disputes);
  wiring.provide(PostgresDrawKeys, DrawKeys);
  wiring.provide(PostgresEntryPasses, EntryPasses);
  wiring.provide(PostgresEntryQuestions, EntryQuestions);
  wiring.provide(PostgresEvents, Events);
  wiring.provide(PostgresFairDrawBook, FairDrawBook);
  wiring.provide(PostgresIdempotency, Idempotency);
  wiring.provide(PostgresInbox, Inbox);
  wiring.provide(PostgresLotDraws, LotDraws);
  wiring.provide(PostgresLots, Lots);
  wiring.provide(PostgresNamedEvents, NamedEvents);
  wiring.provide(PostgresOperatorOrders, OperatorOrders);
  wiring.provide(PostgresOrderLists, OrderLists);
  wiring.provide(PostgresOrders, Orders);
  wiring.provide(PostgresOrganisations, Organisations);
  wiring.provide(PostgresPrizes, Prizes);
  wiring.provide(PostgresProofs, Proofs);
  wiring.provide(PostgresPruning, Pruning);
  wiring.provide(PostgresRailAccounts, RailAccounts);
  wiring.provide(PostgresRailEventCursors, RailEventCursors);
  wiring.provide(PostgresRefunds, Refunds);
  wiring.provide(PostgresReplays, Replays);
  wiring.provide(PostgresSandboxPayments, SandboxPayments);
  wiring.provide(PostgresSimulatedChainState, SimulatedChainState);
  wiring.provide(PostgresWebhookBacklogs, WebhookBacklogs);
  wiring.provide(PostgresWebhookEndpoints, WebhookEndpoints);
  wiring.provide(PostgresWinners, Winners);

  wiring.bind(Registry, () => new Registry());
  wiring.bind(RailMetrics, () => new RailMetrics(wiring.get(Registry)));
  wiring.bind(Rails, () =>
    guardedRails(surroundings, {
      payments: wiring.get(SandboxPayments),
      clock: wiring.get(Clock),
      metrics: wiring.get(RailMetrics),
      // Asked for when it is needed: tests may still replace the clock.
      health: () => wiring.get(RailHealthWatch),
    }),
  );
  wiring.bind(
    SandboxProvider,
    () =>
      new SandboxProvider({
        payments: wiring.get(SandboxPayments),
        secret: sandboxSecret(encryptionKey),
        notifyOrigin: () => ownOrigin,
        clock: wiring.get(Clock),
      }),
  );

  wiring.provide(OrganisationAdministration);
  wiring.provide(AffiliateAdministration);
  wiring.provide(AuditTrail);
  wiring.provide(Chargebacks);
  wiring.provide(Checkout);
  wiring.provide(Closing);
  wiring.provide(LotCatalogue);
  wiring.provide(Offers);
  wiring.provide(PrizeAdministration);
  wiring.provide(Confirmation);
  wiring.bind(Deposits, () => {
    const settings = config.deposits && {
      addresses: new ExtendedKeyAddresses(config.deposits.extendedPublicKey),
      token: config.deposits.token,
    };
    const [book, chain, clock] = [wiring.get(DepositBook), wiring.get(Chain), wiring.get(Clock)];
    return new Deposits({ book, chain, clock, log, settings });
  });
  wiring.provide(Dispatcher);
  wiring.provide(LotDrawAdministration);
  wiring.provide(DrawKeyRegistration);
  wiring.bind(
    LotDrawing,
    () =>
      new LotDrawing({
        draws: wiring.get(LotDraws),
        chain: wiring.get(Chain),
        wakers: wiring.get(Wakers),
        clock: wiring.get(Clock),
        random: wiring.get(Random),
        log,
        blocksAhead: config.drawBlocksAhead,
      }),
  );
  wiring.provide(EndpointAdministration);
  wiring.provide(EntryQuiz);
  wiring.provide(Expiration);
  wiring.provide(EventFetching);
  wiring.provide(FairDraws);
  wiring.provide(Inquiry);
  wiring.provide(MissedEvents);
  wiring.provide(Notifications);
  wiring.provide(QuestionAdministration);
  wiring.provide(RailAdministration);
  wiring.provide(RailCancelling);
  wiring.provide(RailEvents);
  wiring.provide(RailHealthWatch);
  wiring.provide(Reconciliation);
  wiring.provide(RefundAdministration);
  wiring.provide(Refunding);
  wiring.provide(Registration);
  wiring.provide(Replaying);
  wiring.provide(Returning);
  wiring.provide(Settlement);
  wiring.provide(Unwinding);
  return wiring;
}
