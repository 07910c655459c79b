import { parseArgs } from "node:util";
import type { PartnerRaffle } from "../../typescript/src/index.ts";
import { UsageError } from "./failure.ts";
import type { Output } from "./output.ts";
import type { Profile } from "./profile.ts";

const text = (help: string) => ({ type: "string", help }) as const;
const flag = (help: string) => ({ type: "boolean", help }) as const;

/** Every option; a command names those that it takes. */
const OPTIONS = {
  "base-url": text("address of the service; also RAFFLE_BASE_URL"),
  json: flag("print one JSON a line"),
  help: flag("explain the command"),
  version: flag("print the version"),
  "forward-to": text("address that events are posted to"),
  type: text("types of events, separated by commas"),
  since: text("a time, or how long ago: 30s, 15m, 1h, 7d"),
  limit: text("the most to print; default 100"),
  state: text("competitions in this state"),
  status: text("sessions of this status"),
  email: text("sessions of this buyer"),
  competition: text("sessions of this competition"),
  to: text("a time to move to"),
  candidates: text("file with the list; default: candidates of the proof"),
  commitment: text("file with the answer to the commit, kept from before"),
  save: text("new file to keep the draw in"),
  write: flag("also those that change something, with a test key"),
  register: flag("register it for the API key, once"),
  winners: text("how many are drawn"),
  draw: text("id of a draw that is committed, to reveal it again"),
  "client-seed": text("client seed of that draw"),
  rpc: text("node of the chain to compare the block with, by JSON-RPC"),
} as const;
export type OptionName = keyof typeof OPTIONS;

const COMMON: readonly OptionName[] = ["base-url", "json", "help"];

/** A call of a command. */
export interface Call {
  readonly arguments: readonly string[];
  readonly options: Readonly<Partial<Record<OptionName, string>>>;
  readonly commands: readonly Command[];
  readonly output: Output;
  readonly profile: Profile;
  /** Ends a command that has no end. */
  readonly signal: AbortSignal;
  /** The key of the environment or the profile, for this address. */
  readonly apiKey: () => string;
  /** The client, with that key. */
  readonly raffle: () => PartnerRaffle;
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: () => string;
  /** Asks for a line that is not shown, or reads it from standard input. */
  readonly hiddenLine: (question: string) => Promise<string>;
}

export interface Command {
  /** Its words: `events list`. */
  readonly name: string;
  readonly help: string;
  /** `[NAME]` may be left out. */
  readonly arguments?: readonly string[];
  readonly options?: readonly OptionName[];
  /** Values of the first argument. */
  readonly choices?: readonly string[];
  /** A tool of `raffle mcp`; one that reads changes nothing. */
  readonly tool?: "reads" | "writes";
  readonly run: (call: Call) => Promise<void>;
}

export interface Words {
  readonly command: Command;
  readonly arguments: readonly string[];
  readonly options: Call["options"];
}

/** Reads the words behind `raffle`. @throws UsageError, with the nearest name for a misspelt one */
export function readWords(
  words: readonly string[],
  commands: readonly Command[],
): Words | "help" | "version" {
  const { tokens } = parseArgs({
    args: [...words],
    options: OPTIONS,
    strict: false,
    tokens: true,
  });
  const options: Partial<Record<OptionName, string>> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind === "option") options[optionOf(token.name, token.rawName)] = valueOf(token);
  }
  if (options.version !== undefined) return "version";
  const found = commands.find(({ name }) => name.split(" ").every((word, at) => positionals[at] === word));
  if (!found && (options.help !== undefined || positionals.length === 0 || positionals[0] === "help"))
    return "help";
  if (!found) throw unknownCommand(positionals, commands);
  const rest = positionals.slice(found.name.split(" ").length);
  if (options.help !== undefined) return { command: found, arguments: rest, options };
  const taken = optionsOf(found).map(({ name }) => name);
  for (const name of Object.keys(options) as OptionName[])
    if (!taken.includes(name))
      throw new UsageError(`${found.name} takes no --${name}${suggestion(name, taken, "--")}`);
  const parameters = found.arguments ?? [];
  const missing = parameters[rest.length];
  if (missing !== undefined && !missing.startsWith("["))
    throw new UsageError(`${found.name}: ${missing} is missing`);
  if (rest.length > parameters.length)
    throw new UsageError(`${found.name} takes ${parameters.length} arguments, not ${rest.length}`);
  return { command: found, arguments: rest, options };
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** Returns how a command is called. */
export function usageOf(command: Command): string {
  const { name, help, arguments: parameters = [] } = command;
  const lines = optionsOf(command).map(
    (option) => `  --${option.name}${option.takesValue ? " …" : ""}`.padEnd(20) + option.help,
  );
  return [`raffle ${[name, ...parameters].join(" ")}`, "", help, "", ...lines].join("\n");
}

interface Option {
  readonly name: OptionName;
  readonly help: string;
  readonly takesValue: boolean;
}

/** Returns the options that a command takes. */
export function optionsOf({ options = [] }: Command): readonly Option[] {
  return [...options, ...COMMON].map((name) => {
    const { help, type } = OPTIONS[name];
    return { name, help, takesValue: type === "string" };
  });
}

function optionOf(name: string, rawName: string): OptionName {
  if (Object.hasOwn(OPTIONS, name)) return name as OptionName;
  throw new UsageError(`${rawName}: no such option${suggestion(name, Object.keys(OPTIONS), "--")}`);
}

function valueOf(token: { readonly name: string; readonly value?: string | undefined }): string {
  const { type } = OPTIONS[token.name as OptionName];
  if (type === "boolean" && token.value !== undefined) throw new UsageError(`--${token.name} takes no value`);
  if (type === "string" && !token.value) throw new UsageError(`--${token.name} needs a value`);
  return token.value ?? "";
}

function unknownCommand(positionals: readonly string[], commands: readonly Command[]): UsageError {
  const [first] = positionals;
  const ofGroup = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (ofGroup.length > 0) return new UsageError(`choose one of: ${ofGroup.join(", ")}`);
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  return new UsageError(`no such command${suggestion(first!, firsts, "")}`);
}

function suggestion(word: string, names: readonly string[], before: string): string {
  const [nearest] = names.toSorted((a, b) => distance(word, a) - distance(word, b));
  return `; did you mean ${before}${nearest}?`;
}

/** Returns the number of letters to change, add or remove. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1));
    row = next;
  }
  return row[to.length]!;
}
