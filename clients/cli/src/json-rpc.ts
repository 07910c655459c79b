/** Codes of JSON-RPC 2.0, and that of the Model Context Protocol for a resource that is not there. */
export const RPC = {
  unreadable: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  noResource: -32_002,
} as const;

const LONGEST_LINE = 4_000_000;

/** A request that is answered with an error. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Members = Readonly<Record<string, unknown>>;
export type Method = (params: Members) => Promise<object>;

/**
 * Answers requests, one a line, until the input ends. Several run at a time; notifications are not answered.
 * @param send writes an answer
 */
export async function answerLines(
  input: AsyncIterable<string>,
  methods: Readonly<Record<string, Method>>,
  send: (answer: object) => void,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    if (line?.trim() === "") continue;
    const answering = sendAnswer(line, methods, send).finally(() => running.delete(answering));
    running.add(answering);
  }
  await Promise.all(running);
}

async function sendAnswer(
  line: string | null,
  methods: Readonly<Record<string, Method>>,
  send: (answer: object) => void,
): Promise<void> {
  const answer = await answered(line, methods);
  if (answer) send({ jsonrpc: "2.0", ...answer });
}

/** @returns null for a notification */
async function answered(
  line: string | null,
  methods: Readonly<Record<string, Method>>,
): Promise<object | null> {
  let id: unknown = null;
  try {
    const request = requestIn(line);
    if (!("id" in request)) return null;
    id = request.id;
    const { method, params = {} } = request;
    if (!Object.hasOwn(methods, method)) throw new RpcError(RPC.unknownMethod, "no such method");
    if (!isMembers(params)) throw new RpcError(RPC.invalidParams, "params is not an object");
    return { id, result: await methods[method]!(params) };
  } catch (error) {
    const code = error instanceof RpcError ? error.code : RPC.internal;
    return { id, error: { code, message: (error as Error).message } };
  }
}

/** @param line null: it was too long */
function requestIn(line: string | null): Members & { readonly method: string } {
  if (line === null) throw new RpcError(RPC.invalidRequest, `a request is longer than ${LONGEST_LINE}`);
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch {
    throw new RpcError(RPC.unreadable, "not JSON");
  }
  if (!isMembers(request) || request.jsonrpc !== "2.0" || typeof request.method !== "string")
    throw new RpcError(RPC.invalidRequest, "not a request of JSON-RPC 2.0");
  if ("id" in request && !["string", "number"].includes(typeof request.id))
    throw new RpcError(RPC.invalidRequest, "id is neither a text nor a number");
  return request as Members & { readonly method: string };
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Yields null in place of a line that is too long, without keeping it. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string | null, void> {
  let rest = "";
  let isTooLong = false;
  for await (const chunk of input) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      yield isTooLong || line.length > LONGEST_LINE ? null : line;
      isTooLong = false;
    }
    isTooLong ||= rest.length > LONGEST_LINE;
    if (isTooLong) rest = "";
  }
  if (isTooLong || rest !== "") yield isTooLong ? null : rest;
}
