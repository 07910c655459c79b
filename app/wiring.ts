import "reflect-metadata";
import { Registry } from "prom-client";
import { type DependencyContainer, instanceCachingFactory, container as rootContainer } from "tsyringe";
import { ExtendedKeyAddresses } from "../adapters/chain/extended-key-addresses.ts";
import { SimulatedChain, SimulatedChainSettings } from "../adapters/chain/simulated-chain.ts";
import { ViemWalletSignatures } from "../adapters/chain/wallet-signatures.ts";
import { TokenPermits } from "../adapters/chain/buyers/token-permits.ts";
import { ViemBuyerCalls } from "../adapters/chain/buyers/viem-buyer-calls.ts";
import { KmsSigner } from "../adapters/chain/raffle/kms-signer.ts";
import { RawKeySigner } from "../adapters/chain/raffle/raw-key-signer.ts";
import { ViemChainWriter } from "../adapters/chain/raffle/viem-chain-writer.ts";
import { ViemTillContract } from "../adapters/chain/till/viem-till-contract.ts";
import { ViemRaffleContract } from "../adapters/chain/raffle/viem-raffle-contract.ts";
import { RpcNodes, type RpcNodesOptions } from "../adapters/chain/rpc-nodes.ts";
import { ViemChain } from "../adapters/chain/viem-chain.ts";
import { Metrics } from "../adapters/http/kernel/health.ts";
import { ConsoleAssets } from "../adapters/http/web/console/console-assets.ts";
import { SiteAssets } from "../adapters/http/web/site-assets.ts";
import { DrawThreads } from "../adapters/draw-threads/draw-threads.ts";
import { ChainWatch } from "../adapters/metrics/chain-watch.ts";
import { RaffleWatchGauges } from "../adapters/metrics/raffle-watch-gauges.ts";
import { ClockWatch, ComparedClock } from "../adapters/jobs/clock-watch.ts";
import { LoopAges } from "../adapters/jobs/loop-ages.ts";
import { RaffleGauges } from "../adapters/metrics/raffle-gauges.ts";
import { TillGauges } from "../adapters/metrics/till-gauges.ts";
import type { Wake } from "../adapters/jobs/wake.ts";
import { DatabaseClock } from "../adapters/persistence/database/database-clock.ts";
import { Database } from "../adapters/persistence/database/database.ts";
import { STORES } from "../adapters/persistence/stores.ts";
import { AesVault, encryptionKeys } from "../adapters/crypto/aes-vault.ts";
import { CryptoRandom } from "../adapters/crypto/crypto-random.ts";
import { TimeOrderedIds } from "../adapters/crypto/time-ordered-ids.ts";
import { IsoCurrencies } from "../adapters/rails/iso-currencies.ts";
import { CountedLog } from "../adapters/metrics/alert-metrics.ts";
import { SmtpMailer, SmtpSettings } from "../adapters/mail/smtp-mailer.ts";
import { WebLetters } from "../adapters/mail/web-letters.ts";
import { OidcProvider } from "../adapters/identity/oidc-provider.ts";
import { WebAuthenticators } from "../adapters/identity/web-authenticators.ts";
import { TakumiPainter } from "../adapters/share-images/takumi-painter.ts";
import { GuardedPictures } from "../adapters/outbound/pictures.ts";
import { RailMetrics } from "../adapters/metrics/rail-metrics.ts";
import { PrometheusMeter } from "../adapters/metrics/prometheus-meter.ts";
import { UndiciWebhookSender, WebhookSenderSettings } from "../adapters/outbound/webhook-sender.ts";
import type { Config } from "./config/config.ts";
import { consoleAddress } from "./config/console-variables.ts";
import { pathOf } from "./config/urls.ts";
import {
  Addresses,
  ConsoleSettings,
  DepositSettings,
  DrawSettings,
  HostedCheckoutSettings,
  MailSettings,
  RaffleSettings,
  SignInSettings,
} from "../ports/settings.ts";
import { ContractWallets } from "../ports/buyers/wallet-signatures.ts";
import { Cell } from "../ports/ids.ts";
import { Chain } from "../ports/chain.ts";
import { Clock, RealClock, WorldClock } from "../ports/clock.ts";
import { Wakers } from "../ports/jobs/wakers.ts";
import { Log } from "../ports/log.ts";
import { ChainSigner } from "../ports/onchain/chain-signer.ts";
import { ChainWriter } from "../ports/onchain/chain-writer.ts";
import { BuyerCalls } from "../ports/onchain/buyer-calls.ts";
import { RaffleContract } from "../ports/onchain/raffle-contract.ts";
import { TillBook } from "../ports/onchain/till-book.ts";
import { TillContract } from "../ports/onchain/till-contract.ts";
import { IdentityProvider } from "../ports/people/identity-provider.ts";
import { Rails } from "../ports/rails.ts";
import { SandboxPayments } from "../ports/simulated/sandbox-payments.ts";
import { SimulatedClock } from "../ports/simulated/simulated-clock.ts";
import {
  type NamedNeeds,
  type Need,
  type Part,
  type Parts,
  type PartSource,
  partsOf,
  type Token,
} from "../ports/token.ts";
import { UnitOfWork } from "../ports/unit-of-work.ts";
import { Vault } from "../ports/crypto.ts";
import { SandboxProvider, SandboxProviderSettings } from "../rails/sandbox/provider.ts";
import { sandboxSecret } from "../rails/sandbox/signature.ts";
import { guardedRails, type RailOptions, type TillParts } from "./rails.ts";
import { PROCESSES } from "../src/processes.ts";
import { RailHealthWatch } from "../src/rail-accounts/rail-health.ts";
import { invariant } from "../src/shared/invariant.ts";
import { FeedWaits } from "../src/webhooks/feed-waits.ts";

/** Needed parts: in the order of a constructor's parameters, or by name in its one parameter. */
type Needs = readonly Need[] | NamedNeeds;
type Given<N> = N extends readonly Need[]
  ? { -readonly [I in keyof N]: Part<N[I]> }
  : N extends NamedNeeds
    ? [parts: Parts<N>]
    : never;

/** A class with its needs and, if it implements a port, the port. */
interface Provided {
  readonly as?: Token<unknown>;
  readonly needs: Needs;
  new (...parts: never): object;
}
/** A class whose constructor accepts its needs, and that implements its port. */
export type Fitting<C> = C extends { readonly needs: infer N }
  ? new (...parts: Given<N>) => C extends { readonly as: Token<infer T> } ? T : object
  : never;

const keyOf = (need: Need) => ("symbol" in need ? need.symbol : (need as unknown as symbol));

/** Parts by token or class: each is made once, when it is first used. */
export class Wiring implements PartSource {
  readonly #container: DependencyContainer = rootContainer.createChildContainer();

  get<N extends Need>(need: N): Part<N> {
    return this.#container.resolve<Part<N>>(keyOf(need));
  }

  bind<N extends Need>(need: N, make: () => NoInfer<Part<N>>): void {
    this.#container.register(keyOf(need), { useFactory: instanceCachingFactory(make) });
  }

  /** Makes each class from its needs. The compiler checks its constructor, and that it implements its port. */
  provide<const List extends readonly Provided[]>(
    list: List & { readonly [I in keyof List]: Fitting<List[I]> },
  ): void {
    for (const part of list) {
      this.bind<Need>(part, () => this.#make(part));
      if (part.as) this.bind(part.as, () => this.get<Need>(part));
    }
  }

  #make(part: Provided): object {
    const { needs } = part;
    const args = isInOrder(needs) ? needs.map((need) => this.get(need)) : [partsOf(this, needs)];
    return new part(...(args as never));
  }
}

function isInOrder(needs: Needs): needs is readonly Need[] {
  return Array.isArray(needs);
}

interface Surroundings extends RailOptions {
  readonly database: Database;
  readonly wake: Wake;
  readonly log: Log;
  /** Origin at which this process listens: the simulated provider notifies it there. */
  readonly ownOrigin: string;
}

/** Returns the configured chain; null: the simulated one. */
export function configuredChain(
  config: Config,
  log: Log,
  unitOfWork: Pick<UnitOfWork, "open">,
): ViemChain | null {
  const nodes = nodesOf(config, log, unitOfWork);
  return nodes && new ViemChain(nodes);
}

/** null: the chain is simulated. */
function nodesOf(
  { chainId, chainRpcUrl: rpcUrl, chainSecondRpcUrl: secondRpcUrl, chainConfirmations }: Config,
  log: Log,
  unitOfWork: Pick<UnitOfWork, "open">,
): RpcNodesOptions | null {
  if (rpcUrl === null) return null;
  invariant(chainId, "the configuration has a chain id with each node");
  return { chainId, rpcUrl, secondRpcUrl, confirmations: chainConfirmations, unitOfWork, log };
}

/** Parts outside the domain's modules and the database. */
const SURROUNDING = [
  DatabaseClock,
  ClockWatch,
  ChainWatch,
  RaffleGauges,
  RaffleWatchGauges,
  TillGauges,
  LoopAges,
  CryptoRandom,
  TimeOrderedIds,
  IsoCurrencies,
  Metrics,
  RailMetrics,
  PrometheusMeter,
  UndiciWebhookSender,
  SmtpMailer,
  WebLetters,
  WebAuthenticators,
  DrawThreads,
  SiteAssets,
  ConsoleAssets,
  GuardedPictures,
  TakumiPainter,
  ViemWalletSignatures,
  SimulatedChain,
  SandboxProvider,
] as const;

/** Wires everything to its port. A later `bind` replaces a part that is not made yet: tests set fakes this way. */
export function wire(surroundings: Surroundings): Wiring {
  const wiring = new Wiring();
  bindSurroundings(wiring, surroundings);
  bindSettings(wiring, surroundings);
  wiring.provide([...SURROUNDING, ...STORES, ...PROCESSES]);
  return wiring;
}

function bindSurroundings(wiring: Wiring, surroundings: Surroundings): void {
  const { config, database, wake, log, encryptionKey, baseUrl } = surroundings;
  wiring.bind(Database, () => database);
  wiring.bind(UnitOfWork, () => database);
  wiring.bind(Log, () => new CountedLog(log, wiring.get(Registry)));
  wiring.bind(Registry, () => new Registry());
  wiring.bind(Addresses, () => ({ baseUrl }));
  // Woken loops must find the writes, so waking follows the commit.
  wiring.bind(Wakers, () => ({
    eventsWritten: () => database.afterCommit(() => wake.eventsWritten()),
    deliveriesDue: () => database.afterCommit(() => wake.deliveriesDue()),
    mailsWritten: () => database.afterCommit(() => wake.mailsWritten()),
    callsQueued: () => database.afterCommit(() => wake.callsQueued()),
    clockMoved: () => database.afterCommit(() => wake.clockMoved()),
  }));
  wiring.bind(FeedWaits, () => {
    const waits = new FeedWaits();
    wake.onFeed((organisations) => waits.written(organisations));
    return waits;
  });
  wiring.bind(ConsoleSettings, () => ({ address: consoleAddress(config.adminBaseUrl, baseUrl) }));
  wiring.bind(IdentityProvider, () => {
    const { provider } = config.signIn;
    const returnUrl = `${wiring.get(ConsoleSettings).address}/admin/sign-in/back`;
    const parts = { log: wiring.get(Log), unitOfWork: database };
    return provider && new OidcProvider({ ...provider, returnUrl }, parts);
  });
  wiring.bind(RealClock, () => wiring.get(DatabaseClock));
  wiring.bind(WorldClock, () => wiring.get(DatabaseClock));
  wiring.bind(Clock, () => wiring.get(config.sandbox ? SimulatedClock : WorldClock));
  wiring.bind(ComparedClock, () => wiring.get(DatabaseClock));
  wiring.bind(Vault, () => new AesVault(encryptionKeys(encryptionKey)));
  wiring.bind(Chain, () => configuredChain(config, log, database) ?? wiring.get(SimulatedChain));
  wiring.bind(ContractWallets, () => configuredChain(config, log, database));
  bindRaffle(wiring, surroundings);
  wiring.bind(Rails, () =>
    guardedRails(surroundings, {
      unitOfWork: database,
      payments: wiring.get(SandboxPayments),
      till: tillOf(wiring),
      clock: wiring.get(Clock),
      metrics: wiring.get(RailMetrics),
      // Resolved on use: tests may still replace the clock.
      health: () => wiring.get(RailHealthWatch),
    }),
  );
}

/** null: no till is configured. */
function tillOf(wiring: Wiring): TillParts | null {
  const contract = wiring.get(TillContract);
  return contract && { contract, chain: wiring.get(Chain), book: wiring.get(TillBook) };
}

/** Binds the raffle contract, its signer and writer; all null if none is configured. */
function bindRaffle(wiring: Wiring, { config, database, log }: Surroundings): void {
  const { raffle } = config;
  let cached: RpcNodes | null = null;
  const nodes = () => (cached ??= new RpcNodes(nodesOf(config, log, database)!));
  const unitOfWork = database;
  wiring.bind(RaffleSettings, () => raffle && raffle.settings);
  wiring.bind(RaffleContract, () => raffle && new ViemRaffleContract(raffle.address, nodes()));
  wiring.bind(
    TillContract,
    () => raffle && raffle.till && new ViemTillContract(raffle.till, raffle.settings.tokens, nodes()),
  );
  wiring.bind(BuyerCalls, () => new ViemBuyerCalls(raffle && new TokenPermits(nodes())));
  wiring.bind(ChainWriter, () => raffle && new ViemChainWriter(nodes()));
  wiring.bind(ChainSigner, () => {
    if (raffle === null) return null;
    const { signer } = raffle;
    return "kmsKey" in signer
      ? new KmsSigner(signer.kmsKey, { unitOfWork, log })
      : new RawKeySigner(signer.privateKey);
  });
}

function bindSettings(wiring: Wiring, { config, encryptionKey, ownOrigin }: Surroundings): void {
  const { deposits } = config;
  wiring.bind(SimulatedChainSettings, () => ({ confirmations: config.chainConfirmations }));
  wiring.bind(WebhookSenderSettings, () => ({ allowLoopback: config.webhookAllowLoopback }));
  const { mailServer, sandbox } = config;
  wiring.bind(SmtpSettings, () => mailServer);
  wiring.bind(MailSettings, () => ({ offered: mailServer !== null || sandbox, mailbox: sandbox }));
  wiring.bind(HostedCheckoutSettings, () => ({ ordersPerAddress: config.hostedOrdersPer10Min }));
  wiring.bind(SignInSettings, () => ({ startsAnHour: config.hostedSignInsPerHour }));
  wiring.bind(Cell, () => ({ digit: config.cell.toString(36) }));
  wiring.bind(DrawSettings, () => ({ blocksAhead: config.drawBlocksAhead }));
  wiring.bind(
    DepositSettings,
    () =>
      deposits && { addresses: new ExtendedKeyAddresses(deposits.extendedPublicKey), token: deposits.token },
  );
  wiring.bind(SandboxProviderSettings, () => ({
    secret: sandboxSecret(encryptionKey),
    notifyOrigin: () => ownOrigin,
    publicPath: pathOf(wiring.get(Addresses).baseUrl),
  }));
}
