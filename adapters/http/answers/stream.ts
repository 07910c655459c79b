import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Request, Response } from "express";
import { RateLimited } from "../../../src/organisations/access.ts";
import { noteFailure } from "../server/request-log.ts";
import { clientOf } from "../callers/client-address.ts";
import { prefersGzip } from "./compression.ts";
import type { StreamedReply } from "./streamed-reply.ts";

/** Concurrent streams of this process, and of one client: each uses the database for as long as the client reads. */
const AT_ONCE = 4;
const AT_ONCE_OF_ONE = 2;
/** The limit for a client that reads nothing. */
const STALLED_MS = 60_000;
const LONGEST_MS = 10 * 60_000;
const RETRY_AFTER_SEC = 5;

/** The clients of those that are being sent. */
const open: string[] = [];

/**
 * Sends text while it is made, as fast as the caller takes it. What fails before the first part is refused like any
 * request, by raising it. What fails later, and a process that ends, breaks the connection off: no client takes the text for
 * whole. When the caller is gone, nothing more is made.
 */
export async function sendStream(request: Request, response: Response, stream: StreamedReply): Promise<void> {
  if (request.method === "HEAD") return void response.writeHead(200, headOf(stream, false)).end();
  const client = clientOf(request);
  if (open.length === AT_ONCE || open.filter((other) => other === client).length === AT_ONCE_OF_ONE)
    throw RateLimited.because("Too many exports are being sent. Wait, then try again.", {
      retryAfter: RETRY_AFTER_SEC,
    });
  open.push(client);
  try {
    await send(request, response, stream);
  } finally {
    open.splice(open.indexOf(client), 1);
  }
}

function headOf({ media, filename }: StreamedReply, zips: boolean): Record<string, string> {
  return {
    "Content-Type": `${media}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${filename}"`,
    "Cache-Control": "no-store",
    Vary: "Accept-Encoding",
    ...(zips && { "Content-Encoding": "gzip" }),
  };
}

async function send(request: Request, response: Response, stream: StreamedReply): Promise<void> {
  const parts = stream.parts();
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
  const zips = prefersGzip(request);
  response.setTimeout(STALLED_MS, () => response.destroy());
  response.writeHead(200, headOf(stream, zips));
  // Node does not report the end of the connection to an answer that waits behind another one on it.
  const { socket } = request;
  const abort = new AbortController();
  const leave = () => abort.abort();
  socket.once("close", leave);
  if (socket.destroyed) leave();
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), abort.signal]);
  const source = Readable.from(text());
  const sent = zips
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
