import { AsyncLocalStorage } from "node:async_hooks";
import { type Logger, pino } from "pino";
import { type HttpAppOptions, createHttpApp } from "../../../adapters/http/kernel/app.ts";
import { type Api, type ApiPorts, type Mount, serveApi } from "../../../adapters/http/kernel/api.ts";
import {
  API_KEY,
  OPERATOR_TOKEN,
  apiKeyAuthentication,
  operatorAuthentication,
} from "../../../adapters/http/callers/authentication.ts";
import { Metrics, healthRoutes } from "../../../adapters/http/kernel/health.ts";
import { possessionCheck } from "../../../adapters/http/callers/possession-check.ts";
import type { Operator } from "../../../adapters/http/callers/caller.ts";
import type { Route } from "../../../adapters/http/kernel/route.ts";
import { WrongKeys } from "../../../adapters/http/callers/wrong-keys.ts";
import type { Clock } from "../../../ports/clock.ts";
import type {
  Admission,
  Budget,
  Caller,
  AccessControl,
} from "../../../ports/organisations/access-control.ts";
import type {
  Claim,
  Idempotency,
  IdempotentRequest,
  StoredAnswer,
} from "../../../ports/organisations/idempotency.ts";
import type { Proofs } from "../../../ports/fair-draws/proofs.ts";
import type { UnitOfWork } from "../../../ports/unit-of-work.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { apiKeyHash } from "../../../src/organisations/access.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";

export const KEY = `sk_${"a".repeat(43)}`;
export const POOR_KEY = `sk_${"b".repeat(43)}`;
export const ADMIN_TOKEN = "an-operators-token";
const BASE_URL = "https://raffle.example";
export const NOW = new Date("2026-10-11T12:00:00Z");

const GENEROUS: Budget = {
  allowed: true,
  limit: 600,
  remaining: 599,
  resetAt: 1_791_720_001,
  retryAfterSec: 0,
};

/** One organisation, `acme`, with as many keys as a test adds. */
export class MemoryAccessControl implements AccessControl {
  budget: Budget = GENEROUS;
  failure: Error | null = null;
  failuresAllowed = Number.POSITIVE_INFINITY;
  readonly failedAddresses: string[] = [];
  readonly #keys = new Map<string, readonly Scope[]>();
  readonly #proofKeys = new Map<string, Uint8Array>();

  grant(key: string, scopes: readonly Scope[]): void {
    this.#keys.set(nameOf(apiKeyHash(key)!), scopes);
  }

  /** @param proofKey the 32 bytes of the public key */
  register(key: string, proofKey: Uint8Array): void {
    this.#proofKeys.set(nameOf(apiKeyHash(key)!), proofKey);
  }

  async admit(keyHash: Uint8Array, tenantSlug: string | null): Promise<Admission> {
    if (this.failure) throw this.failure;
    const scopes = this.#keys.get(nameOf(keyHash));
    if (!scopes || (tenantSlug !== null && tenantSlug !== "acme")) return { outcome: "unknown" };
    const proofKey = this.#proofKeys.get(nameOf(keyHash)) ?? null;
    const caller: Caller = { organisationId: 1, organisationSlug: "acme", apiKeyId: 7, scopes, proofKey };
    return {
      outcome: this.budget.allowed ? "admitted" : "exhausted",
      caller,
      budget: this.budget,
      allowedAddresses: null,
    };
  }

  used(): void {}

  async writeUses(): Promise<void> {}

  async spendFailure(client: string, perMinute: number): Promise<Budget> {
    this.failedAddresses.push(client);
    const left = this.failuresAllowed - this.failedAddresses.length;
    const remaining = Math.max(0, Math.min(perMinute, left));
    return { allowed: left >= 0, limit: perMinute, remaining, resetAt: 0, retryAfterSec: left >= 0 ? 0 : 17 };
  }
}

/** Proofs that were used; a unit of work that fails takes back its own. */
class MemoryProofs implements Proofs {
  readonly #store: MemoryStore;
  readonly #usedBy = new Map<string, string>();

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async use({ apiKeyId, jti, usedBy }: ProofUse): Promise<boolean> {
    const place = `${apiKeyId} ${jti}`;
    if (!this.#usedBy.has(place)) {
      this.#usedBy.set(place, usedBy);
      this.#store.onRollback(() => this.#usedBy.delete(place));
    }
    return this.#usedBy.get(place) === usedBy;
  }
}

interface Remembered {
  readonly id: string;
  readonly requestHash: string;
  answer: StoredAnswer | null;
  leased: boolean;
}

/** Answers and effects in memory; a unit of work that fails takes back its own. */
class MemoryStore implements Idempotency, UnitOfWork {
  readonly effects: string[] = [];
  readonly #records = new Map<string, Remembered>();
  readonly #undo = new AsyncLocalStorage<(() => void)[]>();

  get open(): boolean {
    return this.#undo.getStore() !== undefined;
  }

  /** Records an effect of a handler. */
  note(effect: string): void {
    this.effects.push(effect);
    this.onRollback(() => this.effects.splice(this.effects.indexOf(effect), 1));
  }

  onRollback(step: () => void): void {
    this.#undo.getStore()?.push(step);
  }

  async claim({ principal, route, key, requestHash }: IdempotentRequest): Promise<Claim> {
    const place = JSON.stringify([principal.kind, principal.id, route, key]);
    const record = this.#records.get(place);
    if (!record) {
      const id = String(this.#records.size + 1);
      this.#records.set(place, { id, requestHash: nameOf(requestHash), answer: null, leased: true });
      return { outcome: "claimed", id };
    }
    if (record.requestHash !== nameOf(requestHash)) return { outcome: "conflict" };
    if (record.answer) return { outcome: "replay", ...record.answer };
    if (record.leased) return { outcome: "in_progress", retryAfterSec: 42 };
    record.leased = true;
    return { outcome: "resumed", id: record.id };
  }

  async complete(id: string, { status, body }: StoredAnswer): Promise<boolean> {
    const record = this.#byId(id);
    if (record.answer) return false;
    record.answer = { status, body };
    this.onRollback(() => (record.answer = null));
    return true;
  }

  async release({ principal, route, key }: IdempotentRequest): Promise<void> {
    this.#records.get(JSON.stringify([principal.kind, principal.id, route, key]))!.leased = false;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const undo: (() => void)[] = [];
    try {
      return await this.#undo.run(undo, work);
    } catch (error) {
      for (const step of undo) step();
      throw error;
    }
  }

  /** Ends leases, as time does after their process has crashed. */
  expireLeases(): void {
    for (const record of this.#records.values()) record.leased = false;
  }

  #byId(id: string): Remembered {
    return [...this.#records.values()].find((record) => record.id === id)!;
  }
}

export interface Kernel {
  readonly app: ReturnType<typeof createHttpApp>;
  readonly accessControl: MemoryAccessControl;
  readonly store: MemoryStore;
  readonly proofs: MemoryProofs;
  readonly logLines: Record<string, unknown>[];
}

/** The kernel around small route tables: a partner API at /api/v1, an operator API at /admin/api/v1. */
export function kernel(
  routes: readonly Route<Caller>[],
  options: {
    readonly operatorRoutes?: readonly Route<Operator>[];
    readonly api?: Partial<Api<Caller>>;
    readonly operatorApi?: Partial<Api<Operator>>;
    readonly app?: Partial<HttpAppOptions>;
    readonly baseDomain?: string;
    readonly clock?: Clock;
    readonly ready?: () => Promise<void>;
    readonly more?: readonly Mount[];
  } = {},
): Kernel {
  const accessControl = new MemoryAccessControl();
  accessControl.grant(KEY, ["competitions:read", "competitions:write"]);
  accessControl.grant(POOR_KEY, []);
  const store = new MemoryStore();
  const proofs = new MemoryProofs(store);
  const ports: ApiPorts = {
    idempotency: store,
    unitOfWork: store,
    clock: options.clock ?? { now: () => NOW },
  };
  const metrics = new Metrics();
  const { log, logLines } = memoryLog();
  const info = { title: "Kernel", version: "1.0.0", description: "" };
  const atDoor = (door: "api" | "operator") => new WrongKeys({ accessControl, door, perMinute: 60 });
  const partner: Api<Caller> = {
    openDocument: true,
    basePath: "/api/v1",
    info,
    routes,
    token: API_KEY,
    authentication: apiKeyAuthentication(accessControl, atDoor("api"), options.baseDomain ?? null),
    possession: possessionCheck(proofs),
    ...options.api,
  };
  const operator: Api<Operator> = {
    basePath: "/admin/api/v1",
    info,
    routes: options.operatorRoutes ?? [],
    token: OPERATOR_TOKEN,
    authentication: operatorAuthentication(atDoor("operator"), [ADMIN_TOKEN]),
    ...options.operatorApi,
  };
  const mounts = [
    serveApi(partner, ports),
    serveApi(operator, ports),
    healthRoutes(metrics, options.ready ?? (async () => {})),
    ...(options.more ?? []),
  ];
  return {
    app: createHttpApp({ mounts, log, metrics, baseUrl: BASE_URL, trustProxy: 0, ...options.app }),
    accessControl,
    store,
    proofs,
    logLines,
  };
}

export function memoryLog(): { readonly log: Logger; readonly logLines: Record<string, unknown>[] } {
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logLines.push(JSON.parse(line)) });
  return { log, logLines };
}

function nameOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}
