import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Request, Response } from "express";
import { RateLimited } from "../../../src/organisations/access.ts";
import { noteFailure } from "../server/request-log.ts";
import { clientOf } from "../callers/client-address.ts";
import type { Answer } from "./answer.ts";
import { isKnown } from "./caching.ts";
import { prefersGzip, tagged } from "./compression.ts";
import type { StreamedReply } from "./streamed-reply.ts";

/** Concurrent streams of one API in this process, and of one client: each uses the database for as long as the client reads. */
const AT_ONCE = 4;
const AT_ONCE_OF_ONE = 2;
/** The limit for a client that reads nothing. */
const STALLED_MS = 60_000;
const LONGEST_MS = 10 * 60_000;
const RETRY_AFTER_SEC = 5;

/** The streams of one API. Those of strangers take no place from those of operators. */
export class Streams {
  /** The clients of those that are being sent. */
  readonly #open: string[] = [];

  /**
   * Sends text while it is made, as fast as the caller takes it. What fails before the first part is refused like any
   * request, by raising it. What fails later, and a process that ends, breaks the connection off: no client takes the text
   * for whole. When the caller is gone, nothing more is made.
   */
  async send(
    request: Request,
    response: Response,
    stream: StreamedReply,
    headers: Answer["headers"],
  ): Promise<void> {
    const encoding = prefersGzip(request) ? "gzip" : null;
    const own = tagged(headers, encoding);
    response.setHeader("Vary", "Accept-Encoding");
    if (own.ETag !== undefined && isKnown(request, own.ETag)) return void response.writeHead(304, own).end();
    const head = { ...headOf(stream, encoding), ...own };
    if (request.method === "HEAD") return void response.writeHead(200, head).end();
    const client = clientOf(request);
    const ofClient = this.#open.filter((other) => other === client);
    if (this.#open.length === AT_ONCE || ofClient.length === AT_ONCE_OF_ONE)
      throw RateLimited.because("Too many files are being sent. Wait, then try again.", {
        retryAfter: RETRY_AFTER_SEC,
      });
    this.#open.push(client);
    try {
      await sendParts(request, response, { parts: stream.parts(), head });
    } finally {
      this.#open.splice(this.#open.indexOf(client), 1);
    }
  }
}

interface Sending {
  readonly parts: AsyncGenerator<string>;
  readonly head: Readonly<Record<string, string>>;
}

function headOf({ media, filename }: StreamedReply, encoding: "gzip" | null): Record<string, string> {
  return {
    "Content-Type": `${media}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${filename}"`,
    "Cache-Control": "no-store",
    ...(encoding !== null && { "Content-Encoding": encoding }),
  };
}

async function sendParts(request: Request, response: Response, { parts, head }: Sending): Promise<void> {
  const first = await parts.next();
  async function* text(): AsyncGenerator<string> {
    try {
      if (first.done !== true) yield first.value;
      yield* parts;
    } catch (error) {
      // Before the connection ends: that is when the request's line is written.
      noteFailure(response, error);
      throw error;
    }
  }
  response.setTimeout(STALLED_MS, () => response.destroy());
  response.writeHead(200, head);
  // Node does not report the end of the connection to an answer that waits behind another one on it.
  const { socket } = request;
  const abort = new AbortController();
  const leave = () => abort.abort();
  socket.once("close", leave);
  if (socket.destroyed) leave();
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), abort.signal]);
  const source = Readable.from(text());
  const sent =
    "Content-Encoding" in head
      ? pipeline(source, createGzip(), response, { signal })
      : pipeline(source, response, { signal });
  try {
    await Promise.race([sent, ended(abort.signal)]);
  } catch {
    // Something failed, or the caller is gone, or took too long.
    sent.catch(() => {});
    source.destroy();
    if (response.closed) return;
    response.destroy();
    if (!socket.destroyed) await Promise.race([once(response, "close"), ended(abort.signal).catch(() => {})]);
  } finally {
    socket.off("close", leave);
  }
}

/** Rejects once it is aborted. */
async function ended(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}
