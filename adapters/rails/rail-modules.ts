import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { RailFactory, RailSurroundings } from "../../ports/rail-module.ts";
import { type Rail, RAIL_KINDS } from "../../ports/rail.ts";

/** A module listed in RAIL_MODULES cannot be used; the message gives its name and the reason, for the operator. */
export class RailModuleFault extends Error {
  override readonly name = "RailModuleFault";

  constructor(specifier: string, fault: string, options?: ErrorOptions) {
    super(`RAIL_MODULES: ${specifier} ${fault}`, options);
  }
}

export interface RailModule {
  readonly specifier: string;
  readonly make: RailFactory;
}

const IS_PATH = /^(\.{0,2}\/|file:|[A-Za-z]:[\\/])/;
const WHY: Readonly<Record<string, string>> = {
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING:
    "is TypeScript under node_modules, which Node does not run: packages ship JavaScript",
  ERR_PACKAGE_PATH_NOT_EXPORTED: "is not exported by its package",
};

/**
 * Loads the modules, in their order.
 * @param specifiers packages that are installed where the service is, or paths, relative to the working directory
 * @throws RailModuleFault
 */
export async function importRailModules(specifiers: readonly string[]): Promise<RailModule[]> {
  const modules: RailModule[] = [];
  for (const specifier of specifiers) {
    const { default: make } = await load(specifier);
    if (typeof make !== "function") {
      throw new RailModuleFault(
        specifier,
        "has no function as its default export: see docs/adding-a-rail.md",
      );
    }
    modules.push({ specifier, make: make as RailFactory });
  }
  return modules;
}

async function load(specifier: string): Promise<{ readonly default?: unknown }> {
  const isPath = IS_PATH.test(specifier);
  const address =
    isPath && !specifier.startsWith("file:") ? pathToFileURL(resolve(specifier)).href : specifier;
  try {
    return (await import(address)) as { readonly default?: unknown };
  } catch (error) {
    const { code = "", message } = error as { readonly code?: string; readonly message: string };
    // It may also be a module that this one imports.
    const missing = isPath
      ? "was not found, or imports what was not found"
      : "is not installed where it looks";
    const why = code === "ERR_MODULE_NOT_FOUND" ? `${missing}: ${message}` : WHY[code];
    throw new RailModuleFault(specifier, why ?? `cannot be loaded: ${message}`, { cause: error });
  }
}

/**
 * The rails that a module makes.
 * @param takenBy where a rail of the same kind and provider comes from already; null: there is none
 * @throws RailModuleFault
 */
export function railsOfModule(
  { specifier, make }: RailModule,
  surroundings: RailSurroundings,
  takenBy: (rail: Rail) => string | null,
): Rail[] {
  const result = called(specifier, make, surroundings);
  if (!Array.isArray(result) || result.length === 0) {
    throw new RailModuleFault(specifier, "makes no rails: its default export must return an array of them");
  }
  const rails: Rail[] = [];
  for (const [index, one] of (result as unknown[]).entries()) {
    const fault = faultOf(one);
    if (fault !== null)
      throw new RailModuleFault(specifier, `makes a rail (the ${nth(index)}) whose ${fault}`);
    const rail = one as Rail;
    const name = `${rail.kind} at ${rail.provider}`;
    const other = rails.some((before) => isSame(before, rail)) ? "this module itself" : takenBy(rail);
    if (other !== null) throw new RailModuleFault(specifier, `makes ${name}, which ${other} has already`);
    if (surroundings.production && rail.simulated) {
      throw new RailModuleFault(specifier, `makes ${name}, which is simulated: refused in production`);
    }
    rails.push(rail);
  }
  return rails;
}

export function isSame(one: Rail, other: Rail): boolean {
  return one.kind === other.kind && one.provider === other.provider;
}

function called(specifier: string, make: RailFactory, surroundings: RailSurroundings): unknown {
  try {
    return make(surroundings);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new RailModuleFault(specifier, `failed to make its rails: ${message}`, { cause: error });
  }
}

const method = z.custom((value) => typeof value === "function", "must be a function");
const optional = method.optional();
const fields = z.record(z.string(), z.object({ help: z.string().min(1), required: z.boolean() }));

/** Checks a rail's shape without calling it; its behaviour is checked by `npm run rail:check`. */
const shape = z
  .object({
    kind: z.enum(RAIL_KINDS),
    provider: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens"),
    simulated: z.boolean(),
    capabilities: z.object({
      status: z.enum(["by_id", "by_return_token", "none"]),
      cancel: z.enum(["final", "best_effort", "none"]),
      refunds: z.enum(["partial", "full", "none"]),
      refundsOneAtATime: z.boolean().optional(),
      confirm: z.boolean(),
      confirmOnReturn: z.boolean().optional(),
      createdByConfirming: z.boolean().optional(),
      expiryMinutes: z
        .object({ min: z.number().positive(), max: z.number(), decidedBy: z.literal("provider").optional() })
        .refine(({ min, max }) => min <= max, "must have a max that is no less than its min"),
      currencies: z
        .map(z.string().regex(/^[A-Z]{3}$/), z.int().min(0).max(4))
        .refine(({ size }) => size > 0, "must name a currency"),
      minimumCharge: z.map(z.string(), z.int().positive()),
    }),
    accountFields: z.object({ credentials: fields, settings: fields }),
    checkAccount: method,
    createPayment: method,
    confirm: optional,
    acceptsSession: optional,
    returnTokenOf: optional,
    lookUp: method,
    cancel: method,
    refund: method,
    lookUpRefund: method,
    missedEvents: optional,
    fetchEvents: optional,
    readNotification: method,
  })
  .superRefine(({ capabilities, confirm, acceptsSession, returnTokenOf }, context) => {
    const confirms = capabilities.confirm || capabilities.confirmOnReturn === true;
    const say = (member: string, message: string) =>
      context.addIssue({ code: "custom", path: [member], message });
    if (confirms !== (confirm !== undefined))
      say("confirm", "must be there where it confirms, and only there");
    if (capabilities.confirm !== (acceptsSession !== undefined))
      say("acceptsSession", "must be there where `confirm` is true, and only there");
    const asksBuyer = capabilities.status === "by_return_token" || capabilities.confirmOnReturn === true;
    if (asksBuyer && returnTokenOf === undefined)
      say("returnTokenOf", "must be there where the rail needs what the buyer brings back");
  });

/** null: none. */
function faultOf(rail: unknown): string | null {
  const [issue] = shape.safeParse(rail).error?.issues ?? [];
  if (issue === undefined) return null;
  return issue.path.length === 0
    ? `value is not a rail: ${issue.message}`
    : `${issue.path.join(".")}: ${issue.message}`;
}

function nth(index: number): string {
  return ["first", "second", "third", "fourth", "fifth"][index] ?? `${index + 1}th`;
}
