import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { Log } from "../../ports/log.ts";
import { withCauses } from "../../src/shared/errors/causes.ts";

const REDACTED = "[redacted]";
const MAX_DEPTH = 8;

/** Members whose value is never logged. */
const SECRET_MEMBER = /authorization|cookie|credential|secret|password|api-?_?key$|(admin|access)_?token/i;

/**
 * Secrets inside any text: API keys, webhook secrets, passes, bearer tokens, the user part of URLs.
 * It runs over JSON, so an escape is taken whole and kept: nothing may begin in the middle of one.
 */
const SECRET_TEXT = new RegExp(
  [
    /(?<escape>\\(?:u[0-9a-f]{4}|.))/,
    /(?:sk|rk|pass)_[\w-]{12,}/,
    /whsec_[\w+/=-]{12,}/,
    /(?<scheme>bearer\s+)[\w.~+/=-]{8,}/,
    /(?<slashes>:\/\/)[^\s/@"\\]{1,512}@/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

/**
 * An address, or words without one: each is matched once as a unit, so that the time for a character does not grow with
 * the length of the line.
 */
const EMAIL =
  /\\(?:u[0-9a-f]{4}|.)|[^\s@"'\\<>()[\],:;]+(?<domain>@[^\s@"'\\<>()[\],:;/]{1,255}\.(?:[a-z\u0080-\uffff]|%[0-9a-f]{2}){2,24})?/gi;

/** A segment of an address on the web, where an email may stand with its sign escaped; taken whole, too. */
const SEGMENT = /\\(?:u[0-9a-f]{4}|.)|[^\s@"'\\<>()[\],:;/?&=#]+/gi;
const ESCAPED_AT = /%(?:25)*40/;

/** Without one of these a line has nothing to hide: nearly all lines, so that logging stays cheap. */
const SUSPICIOUS = /@|%(?:25)*40|(?:sk|rk|whsec|pass)_|bearer/i;

interface PinoOptions {
  readonly level: string;
  /** For people instead of programs. */
  readonly pretty: boolean;
  /** The stream that receives the lines. Default: standard output. */
  readonly destination?: DestinationStream;
}

/** The process's logger: JSON lines with nothing secret in them, wherever it was put. */
export function createLogger({ level, pretty: readable, destination }: PinoOptions): Logger {
  const lines =
    destination ??
    byTurn(
      standardOutput((lostLines) => log.warn({ lostLines }, "the log could not be written for a while")),
    );
  const log = pino(
    {
      level,
      base: undefined,
      timestamp: timeMember(),
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: withCauses },
      hooks: { streamWrite: redactedText },
    },
    readable ? legible(lines) : lines,
  );
  return log;
}

/** The time as a line's member. Under load many lines have the same. */
function timeMember(): () => string {
  let at = Number.NaN;
  let member = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      member = `,"time":"${new Date(now).toISOString()}"`;
    }
    return member;
  };
}

/** Most characters of lines that wait until they can be written; later ones are lost. */
const WAITING_MAX = 1_000_000;

/**
 * Returns standard output, which may be a file on a full disk: the process continues without it, tries again with each
 * turn's lines, and first writes the lines that have waited.
 * @param back receives the number of lost lines when output works again
 */
function standardOutput(back: (lostLines: number) => void): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  let [isFull, failed, waiting, lostLines] = [false, false, 0, 0];
  // Without a listener, an error other than a broken pipe would end the process.
  output.on("error", () => {
    failed = true;
    if (isFull) return;
    isFull = true;
    output.once("drain", () => {
      const lost = lostLines;
      [isFull, waiting, lostLines] = [false, 0, 0];
      back(lost);
    });
  });
  const canBeWritten = () => {
    failed = false;
    output.write("");
    return !failed;
  };
  return {
    write(text) {
      if (isFull && waiting + text.length > WAITING_MAX && !canBeWritten()) {
        lostLines += text.split("\n").length - 1;
        return;
      }
      if (isFull) waiting += text.length;
      output.write(text);
    },
  };
}

/**
 * Writes what is logged in one turn of the event loop at its end, at once: under load a write for each line costs more
 * than making it. The end of the process writes what is left; a process that is killed loses its last turn's lines.
 */
function byTurn(lines: DestinationStream): DestinationStream {
  let waiting = "";
  const flush = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") lines.write(text);
  };
  let ending = false;
  process.on("exit", () => {
    ending = true;
    flush();
  });
  return {
    write(line) {
      if (waiting === "") setImmediate(flush);
      waiting += line;
      // No turn follows.
      if (ending) flush();
    },
  };
}

function legible(destination: DestinationStream): DestinationStream {
  const format = prettyFactory({ colorize: true, translateTime: "SYS:HH:MM:ss.l" });
  return { write: (line) => void destination.write(format(line)) };
}

/** The port's log, on a logger made by `createLogger`. Lines of what a request does name it as the request's own line does. */
export class PinoLog implements Log {
  readonly #logger: Logger;
  readonly #request = new AsyncLocalStorage<{ readonly req: { readonly id: string } }>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Does the work of a request, and of what it begins. */
  readonly during = <T>(requestId: string, work: () => T): T =>
    this.#request.run({ req: { id: requestId } }, work);

  debug(facts: object, message: string): void {
    this.#logger.debug(this.#withRequest(facts), message);
  }

  info(facts: object, message: string): void {
    this.#logger.info(this.#withRequest(facts), message);
  }

  warn(facts: object, message: string): void {
    this.#logger.warn(this.#withRequest(facts), message);
  }

  error(facts: object, message: string): void {
    this.#logger.error(this.#withRequest(facts), message);
  }

  #withRequest(facts: object): object {
    return { ...this.#request.getStore(), ...facts };
  }
}

function redactedText(line: string): string {
  if (!SUSPICIOUS.test(line)) return line;
  const withoutSecrets = line.replace(SECRET_TEXT, (...match) => {
    const { escape, scheme, slashes } = match.at(-1) as Record<string, string | undefined>;
    if (escape !== undefined) return escape;
    if (slashes !== undefined) return `${slashes}${REDACTED}@`;
    return (scheme ?? "") + REDACTED;
  });
  return withoutEmails(withoutEscapedEmails(withoutSecrets));
}

function withoutEmails(line: string): string {
  if (!line.includes("@")) return line;
  return line.replace(EMAIL, (...match) => {
    const { domain } = match.at(-1) as Record<string, string | undefined>;
    return domain === undefined ? (match[0] as string) : REDACTED;
  });
}

function withoutEscapedEmails(line: string): string {
  if (!ESCAPED_AT.test(line)) return line;
  return line.replace(SEGMENT, (segment) => {
    const at = segment.search(ESCAPED_AT);
    return at > 0 && segment.includes(".", at) ? REDACTED : segment;
  });
}

/** `err` stays what it is: its serializer, ours or a child logger's, turns it into text. */
function withoutSecrets(facts: Record<string, unknown>): Record<string, unknown> {
  return replaced(facts, (name, value) =>
    name === "err" && value instanceof Error ? value : loggable(name, value, 0),
  );
}

/** The object itself, where each member may be shown as it is. */
function replaced(
  members: Record<string, unknown>,
  shownAs: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  const names = Object.keys(members);
  const values = names.map((name) => shownAs(name, members[name]));
  if (names.every((name, i) => values[i] === members[name])) return members;
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

/** Member names and whether they are secret. Most are spelled in the code: each is judged once. */
const namesSecrets = new Map<string, boolean>();
const NAMES_MAX = 1_000;
const NAME_LENGTH_MAX = 64;

function isSecret(name: string): boolean {
  const known = namesSecrets.get(name);
  if (known !== undefined) return known;
  const is = SECRET_MEMBER.test(name);
  if (namesSecrets.size < NAMES_MAX && name.length <= NAME_LENGTH_MAX) namesSecrets.set(name, is);
  return is;
}

function loggable(name: string, value: unknown, depth: number): unknown {
  if (isSecret(name)) return value === null || value === undefined ? value : REDACTED;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return withCauses(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth === MAX_DEPTH) return "[deeper]";
  if (Array.isArray(value)) return value.map((item) => loggable("", item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return replaced(value as Record<string, unknown>, (key, item) => loggable(key, item, depth + 1));
}
