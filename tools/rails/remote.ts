/** Runs the checks that need no buyer against the test systems of real providers, with credentials of the environment. */
import { pathToFileURL } from "node:url";
import type { PaymentOutcome, Rail, RailCredentials, RailOrder } from "../../ports/rail.ts";
import { declaredRails } from "../documents/unconnected.ts";

interface Row {
  readonly check: string;
  readonly state: "passed" | "FAILED" | "not run";
  readonly note: string;
}

/** A rail's account, as far as the environment has it. */
type Found =
  | { readonly account: RailCredentials }
  | { readonly missing: readonly string[] }
  /** Credentials of the live environment, by the variable that shows it. */
  | { readonly live: string };

/** The variable of one field: `secretKey` of Stripe is STRIPE_TEST_SECRET_KEY. */
export function variableOf(provider: string, field: string): string {
  const words = field.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2");
  return `${provider}_TEST_${words}`.toUpperCase().replaceAll("-", "_");
}

export function accountIn(
  environment: NodeJS.ProcessEnv,
  { provider, accountFields }: Pick<Rail, "provider" | "accountFields">,
): Found {
  const read = (fields: Rail["accountFields"]["credentials"]) =>
    Object.entries(fields).flatMap(([field, { required }]) => {
      const variable = variableOf(provider, field);
      const value = environment[variable] ?? "";
      return value === "" && !required ? [] : [{ field, variable, value }];
    });
  const [credentials, settings] = [read(accountFields.credentials), read(accountFields.settings)];
  const all = [...credentials, ...settings];
  const missing = all.filter(({ value }) => value === "").map(({ variable }) => variable);
  if (missing.length > 0) return { missing };
  const live = all.find(({ field, value }) => isLive(field, value));
  if (live !== undefined) return { live: live.variable };
  const record = (fields: typeof all) => Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  return {
    account: {
      organisationSlug: "remote-check",
      credentials: record(credentials),
      settings: record(settings),
    },
  };
}

/** Returns true for the live environment: providers write `live` in keys, in names of environments and of its fields. */
function isLive(field: string, value: string): boolean {
  const isNamed = /(^|[_-])(live|production)([_-]|$)/i.test(value) || /^live/i.test(field);
  return isNamed || /^(https:\/\/)?access\.worldpay\.com/i.test(value);
}

/** Creates a payment, looks it up and cancels it. Nothing is paid, so nothing can be refunded. */
export async function remoteRows(rail: Rail, account: RailCredentials, order: RailOrder): Promise<Row[]> {
  const { capabilities: can } = rail;
  const rows: Row[] = [];
  const row = (check: string, ok: boolean, note: string) =>
    rows.push({ check, state: ok ? "passed" : "FAILED", note });

  const tried = await rail.checkAccount(account);
  row("account", tried.outcome === "accepted", "reason" in tried ? tried.reason : tried.outcome);
  const creation = await rail.createPayment(account, order);
  row("1. create", creation.outcome === "created", "reason" in creation ? creation.reason : creation.outcome);
  if (creation.outcome !== "created") return rows;
  const created = { ...order, ids: creation.ids };
  try {
    if (can.status === "by_id") {
      const seen = await rail.lookUp(account, created);
      row("19. look up", seen.outcome === "pending" && seen.stage === "open", outcomeText(seen));
    } else rows.push({ check: "19. look up", state: "not run", note: `status: ${can.status}` });
  } finally {
    const answer = await rail.cancel(account, created);
    const expected = { final: ["cancelled"], best_effort: ["requested", "cancelled"], none: ["unknown"] };
    row("24. cancel", (expected[can.cancel] as readonly string[]).includes(answer), answer);
  }
  // Where confirming creates the payment there is none yet: cancelling takes the right to confirm.
  if (can.status === "by_id" && can.cancel === "final" && !can.createdByConfirming) {
    const seen = await rail.lookUp(account, created);
    row("24. look up", seen.outcome === "cancelled" || seen.outcome === "expired", outcomeText(seen));
  }
  rows.push({ check: "28. refund", state: "not run", note: "needs a payment that a buyer has made" });
  return rows;
}

function outcomeText(payment: PaymentOutcome): string {
  return payment.outcome === "unknown" ? `unknown: ${payment.reason}` : payment.outcome;
}

/** Returns a small order that will not be paid. */
export function remoteOrder(rail: Rail, now: Date): RailOrder {
  // First the currencies that most accounts may charge.
  const { currencies } = rail.capabilities;
  const currency =
    ["USD", "EUR"].find((usual) => currencies.has(usual)) ?? [...currencies.keys()][0] ?? "USD";
  const exponent = currencies.get(currency);
  const amount = Math.max(
    rail.capabilities.minimumCharge.get(currency) ?? 0,
    exponent === 0 ? 20_000 : 1_000,
  );
  const id = `cs_${crypto.randomUUID().replaceAll("-", "").slice(0, 26)}`;
  const base = `https://example.com/rails/${rail.kind}`;
  return {
    id,
    number: 1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 900_000_000),
    charge: { amount, currency },
    description: "Check of a rail",
    createdAt: now,
    expiresAt: new Date(now.getTime() + 40 * 60_000),
    returnUrl: `${base}/${id}/return`,
    notificationUrl: `${base}/${rail.provider}/remote-check/notifications`,
    buyerEmail: null,
    ids: {},
  };
}

/** @returns the exit code: 0 all that was run has passed, 1 something failed, 2 nothing was run */
export async function remote(
  environment: NodeJS.ProcessEnv,
  rails: readonly Rail[],
  print: (line: string) => void,
): Promise<number> {
  if (environment.CI) {
    print("Not in CI: this calls real providers.");
    return 2;
  }
  let ran = 0;
  let failed = 0;
  for (const rail of rails.filter(({ simulated }) => !simulated)) {
    const name = `${rail.kind}/${rail.provider}`;
    const found = accountIn(environment, rail);
    if ("missing" in found)
      print(`${name}: not run, missing in the environment: ${found.missing.join(", ")}`);
    else if ("live" in found) {
      failed += 1;
      print(`${name}: REFUSED, ${found.live} is of the live environment`);
    } else {
      ran += 1;
      for (const { check, state, note } of await remoteRows(
        rail,
        found.account,
        remoteOrder(rail, new Date()),
      )) {
        if (state === "FAILED") failed += 1;
        print(`${name}: ${state.padEnd(7)} ${check} (${note})`);
      }
    }
  }
  if (failed > 0) return 1;
  return ran === 0 ? 2 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await remote(process.env, await declaredRails(), console.log);
