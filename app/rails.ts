import type { RailMetrics } from "../adapters/metrics/rail-metrics.ts";
import type { CircuitLimits } from "../adapters/rails/account-circuit.ts";
import { guardedRail } from "../adapters/rails/guarded-rail.ts";
import { isSame, type RailModule, railsOfModule } from "../adapters/rails/rail-modules.ts";
import type { Config } from "./config/config.ts";
import type { Chain } from "../ports/chain.ts";
import type { Clock } from "../ports/clock.ts";
import type { TillBook } from "../ports/onchain/till-book.ts";
import type { TillContract } from "../ports/onchain/till-contract.ts";
import type { Rail } from "../ports/rail.ts";
import { type Rails, railsOf } from "../ports/rails.ts";
import type { UnitOfWork } from "../ports/unit-of-work.ts";
import type { SandboxPayments } from "../ports/simulated/sandbox-payments.ts";
import { adyenRails } from "../rails/adyen/rails.ts";
import { MollieRail } from "../rails/mollie/rail.ts";
import { PaypalRail } from "../rails/paypal/rail.ts";
import { PayosRail } from "../rails/payos/rail.ts";
import type { SandboxFaults } from "../rails/sandbox/faults.ts";
import { sandboxRails } from "../rails/sandbox/rail.ts";
import { sandboxSecret } from "../rails/sandbox/signature.ts";
import { StripeRail } from "../rails/stripe/rail.ts";
import { TillRail } from "../rails/till/rail.ts";
import { WorldpayRail } from "../rails/worldpay/rail.ts";
import type { RailHealthWatch } from "../src/rail-accounts/rail-health.ts";

export interface RailOptions {
  readonly config: Config;
  readonly encryptionKey: string;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  /** Rails in addition to the built-in ones; one of the same kind and provider replaces that one. */
  readonly rails?: readonly Rail[];
  /** Rails of packages; one of the same kind and provider as another ends the start. */
  readonly railModules?: readonly RailModule[];
  /** Faults of the simulated rails, for tests. */
  readonly sandboxFaults?: SandboxFaults;
  /** Limits with which tests reopen an account's calls sooner. */
  readonly circuitLimits?: Partial<CircuitLimits>;
}

/** The till's contract and stores. */
export interface TillParts {
  readonly contract: TillContract;
  readonly chain: Chain;
  readonly book: TillBook;
}

/** Clock and stores of rails, and the observers of their calls. */
interface RailParts {
  readonly till: TillParts | null;
  readonly unitOfWork: Pick<UnitOfWork, "open">;
  readonly payments: SandboxPayments;
  readonly clock: Clock;
  readonly metrics: RailMetrics;
  readonly health: () => RailHealthWatch;
}

/** Returns the rails with circuits per process and account: each process opens its own. */
export function guardedRails(options: RailOptions, parts: RailParts): Rails {
  const { unitOfWork, metrics, health } = parts;
  const limits = { callsAtOnce: options.config.railCallsAtOnce, ...options.circuitLimits };
  const all = allRails(options, parts).map((rail) =>
    guardedRail(rail, {
      unitOfWork,
      limits,
      observe: (call) => {
        metrics.observe(call);
        health().observe(call);
      },
      circuitsOpen: (of, count) => metrics.circuitsOpen(of, count),
    }),
  );
  return railsOf(all, { simulatedForLive: options.config.sandbox });
}

/** Returns every built-in rail, and those of packages. A new one is a line here. */
function allRails(
  { config, baseUrl, encryptionKey, sandboxFaults: faults, rails = [], railModules = [] }: RailOptions,
  { payments, clock, till }: RailParts,
): Rail[] {
  const secret = sandboxSecret(encryptionKey);
  const builtIn = [
    new StripeRail({ clock }),
    new WorldpayRail({ clock }),
    ...adyenRails({ baseUrl, clock }),
    new MollieRail({ clock }),
    new PaypalRail({ clock }),
    new PayosRail({ clock }),
    ...(till === null ? [] : [new TillRail({ ...till, clock, baseUrl })]),
    // In production for test organisations alone.
    ...sandboxRails({ payments, baseUrl, secret, clock, faults }),
  ];
  const all = [...builtIn.filter((rail) => !rails.some((other) => isSame(rail, other))), ...rails];
  const surroundings = { clock, baseUrl, production: config.production };
  const originOf = new Map(all.map((rail) => [rail, "the service"]));
  for (const module of railModules) {
    const takenBy = (rail: Rail) => [...originOf].find(([other]) => isSame(rail, other))?.[1] ?? null;
    for (const rail of railsOfModule(module, surroundings, takenBy)) originOf.set(rail, module.specifier);
  }
  return [...originOf.keys()];
}
