import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { PartnerRaffle, VERSION } from "../../typescript/src/index.ts";
import { type Call, isWebAddress, readWords, usageOf, type Words } from "./command.ts";
import { COMMANDS } from "./commands/commands.ts";
import { describedFailure, EXIT, UsageError } from "./failure.ts";
import { Output } from "./output.ts";
import { Profile } from "./profile.ts";

const { env, stdin, stdout, stderr, argv } = process;
const end = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end.abort());
// A reader such as `head` may go before the end.
stdout.on("error", () => process.exit(EXIT.done));

const words = argv.slice(2);
const output = new Output(
  (line) => void stdout.write(line),
  (line) => void stderr.write(line),
  words.includes("--json"),
);

function overview(): string {
  const lines = COMMANDS.map((command) => {
    const call = [command.name, ...(command.arguments ?? [])].join(" ");
    return `  raffle ${call.padEnd(34)} ${command.help}`;
  });
  const note =
    "The key is read from RAFFLE_API_KEY or the profile that `raffle login` writes: it is never an argument.";
  return ["raffle: the command line of the Partner Raffle API", "", ...lines, "", note].join("\n");
}

async function hiddenLine(question: string): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).trim();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  stderr.write(question);
  const line = await lines.question("", { signal: end.signal });
  stderr.write("\n");
  lines.close();
  return line.trim();
}

function callOf({ arguments: rest, options }: Words): Call {
  const profile = new Profile(env);
  const baseUrl = () => {
    const url = options["base-url"] ?? (env.RAFFLE_BASE_URL || profile.read().baseUrl);
    if (url === undefined) throw new UsageError("no address: log in, or set RAFFLE_BASE_URL");
    if (!isWebAddress(url)) throw new UsageError("the address is not an http address");
    return url.replace(/\/+$/, "");
  };
  const apiKey = () => {
    const stored = profile.read();
    const key = env.RAFFLE_API_KEY || (stored.baseUrl === baseUrl() ? stored.apiKey : undefined);
    if (key === undefined) throw new UsageError(`no key for ${baseUrl()}: log in, or set RAFFLE_API_KEY`);
    return key;
  };
  const raffle = () => {
    try {
      return new PartnerRaffle({ apiKey: apiKey(), baseUrl: baseUrl() });
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  };
  const { signal } = end;
  const service = { apiKey, raffle, baseUrl };
  return { arguments: rest, options, commands: COMMANDS, output, profile, signal, hiddenLine, ...service };
}

try {
  const read = readWords(words, COMMANDS);
  if (read === "help") output.text(overview());
  else if (read === "version") output.text(VERSION);
  else if (read.options.help !== undefined) output.text(usageOf(read.command));
  else await read.command.run(callOf(read));
} catch (error) {
  const { exit, lines } = describedFailure(error);
  for (const line of lines) output.note(line);
  if (exit === EXIT.usage) output.note("raffle --help lists the commands");
  process.exitCode = exit;
}
