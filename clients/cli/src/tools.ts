import { type Call, type Command, type OptionName, optionsOf } from "./command.ts";
import { describedFailure, EXIT, Failure } from "./failure.ts";
import { isMembers, type Members, RPC, RpcError } from "./json-rpc.ts";
import { Output } from "./output.ts";

/** Length of a result in characters; the rest is cut off. */
const LONGEST_RESULT = 60_000;
/** Options that no tool has: those of the program, and those that write a file or call another address. */
const NOT_OFFERED: ReadonlySet<OptionName> = new Set(["base-url", "json", "help", "save", "rpc"]);

/** A command as a tool of the Model Context Protocol. */
export interface Tool {
  readonly command: Command;
  readonly described: DescribedTool;
}

interface DescribedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly annotations: { readonly readOnlyHint: boolean };
}

interface Schema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

interface Property {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
}

export function toolOf(command: Command): Tool {
  const { name, help, tool } = command;
  const parameters = parametersOf(command);
  const ofArguments = parameters.map(({ name: parameter, isJson }, at) => {
    const choices = at === 0 && command.choices ? { enum: command.choices } : {};
    return [parameter, { type: isJson ? "object" : ["string", "integer"], ...choices }] as const;
  });
  const ofOptions = offered(command).map((option) => {
    const type = option.takesValue ? ["string", "integer"] : "boolean";
    return [option.name, { type, description: option.help }] as const;
  });
  const described: DescribedTool = {
    name: name.replace(" ", "_"),
    description: help,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries<Property>([...ofArguments, ...ofOptions]),
      required: parameters.filter(({ isOptional }) => !isOptional).map(({ name: parameter }) => parameter),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: tool === "reads" },
  };
  return { command, described };
}

function offered(command: Command) {
  return optionsOf(command).filter(({ name }) => !NOT_OFFERED.has(name));
}

/** Returns the arguments of a command: `[PAGE]` is `page`, which may be left out. */
function parametersOf({ arguments: words = [] }: Command) {
  return words.map((word) => {
    const name = word.replaceAll(/[[\]]/g, "").toLowerCase();
    return { name, isOptional: word.startsWith("["), isJson: name === "json" };
  });
}

/** Runs a command with the arguments of a tool. @throws RpcError: they are others than it takes */
export async function toolResult({ command, described }: Tool, input: unknown, call: Call): Promise<object> {
  if (!isMembers(input)) throw wrong("arguments is not an object");
  for (const name of Object.keys(input))
    if (!Object.hasOwn(described.inputSchema.properties, name))
      throw wrong(`the tool takes no argument ${name}`);
  const words: string[] = [];
  for (const { name, isOptional, isJson } of parametersOf(command)) {
    const value = input[name];
    if (value === undefined && isOptional) continue;
    words.push(isJson ? jsonOf(name, value) : textOf(name, value));
  }
  return run(command, { ...call, arguments: words, options: chosenOptions(command, input) });
}

function chosenOptions(command: Command, input: Members): Call["options"] {
  const options: Partial<Record<OptionName, string>> = {};
  for (const { name, takesValue } of offered(command)) {
    const value = input[name];
    if (value === undefined || value === false) continue;
    if (!takesValue && value !== true) throw wrong(`${name} is neither true nor false`);
    options[name] = takesValue ? textOf(name, value) : "";
  }
  return options;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw wrong(`${name} is ${value === undefined ? "missing" : "not a text"}`);
}

function jsonOf(name: string, value: unknown): string {
  if (!isMembers(value)) throw wrong(`${name} is ${value === undefined ? "missing" : "not an object"}`);
  return JSON.stringify(value);
}

function wrong(message: string): RpcError {
  return new RpcError(RPC.invalidParams, message);
}

/** Returns a text of bounded length. */
export function bounded(text: string): string {
  return text.length <= LONGEST_RESULT
    ? text
    : `${text.slice(0, LONGEST_RESULT)}\n(cut off after ${LONGEST_RESULT} characters)`;
}

/** Ends a command whose result is long enough. */
class Enough extends Error {}

async function run(command: Command, call: Call): Promise<object> {
  let result = "";
  const notes: string[] = [];
  const output = new Output(
    (line) => {
      result += line;
      if (result.length > LONGEST_RESULT) throw new Enough();
    },
    (line) => void notes.push(line),
    true,
  );
  try {
    await command.run({ ...call, output });
  } catch (error) {
    if (!(error instanceof Enough)) return failed(error, result);
    result = bounded(result);
  }
  return { content: [result, ...notes].filter((text) => text !== "").map(textContent) };
}

/** @throws RpcError: the arguments are at fault */
function failed(error: unknown, result: string): object {
  if (error instanceof Failure && error.exit === EXIT.usage) throw wrong(error.message);
  const { lines } = describedFailure(error);
  return { content: [...(result === "" ? [] : [result]), lines.join("\n")].map(textContent), isError: true };
}

function textContent(text: string): object {
  return { type: "text", text: text.trimEnd() };
}
