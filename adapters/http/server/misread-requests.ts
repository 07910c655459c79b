import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../../../ports/log.ts";
import type { ProblemDefinition } from "../../../src/shared/problem.ts";
import { refusal } from "../answers/answer.ts";
import { closeGently } from "./closing.ts";
import { HeadersTooLarge, MalformedRequest, PayloadTooLarge, RequestTimeout } from "../answers/problems.ts";

/** The newest request of a connection, and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const PROBLEM_OF_CODE: ReadonlyMap<string | undefined, ProblemDefinition> = new Map([
  ["HPE_HEADER_OVERFLOW", HeadersTooLarge],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", PayloadTooLarge],
  ["ERR_HTTP_REQUEST_TIMEOUT", RequestTimeout],
]);

/** Answers input that Node cannot parse as a request, and closes the connection. */
export function answerMisread(
  server: Server,
  exchangeOn: (socket: Socket) => Exchange | null,
  { log, baseUrl }: { readonly log: Log; readonly baseUrl: () => string },
): void {
  const misread = new WeakSet<Socket>();

  function refuse(socket: Socket, problem: ProblemDefinition, code: string | undefined): void {
    // All further data of a malformed connection is malformed as well.
    if (misread.has(socket)) return;
    misread.add(socket);
    const exchange = exchangeOn(socket);
    const pending = exchange !== null && !exchange.response.writableFinished && !exchange.response.destroyed;
    if (pending && exchange.request.complete) {
      // The request before is answered first.
      exchange.response.once("close", () => send(socket, problem, code));
    } else if (pending && exchange.response.headersSent) {
      socket.destroy();
    } else {
      send(socket, problem, code);
    }
  }

  function send(socket: Socket, problem: ProblemDefinition, code: string | undefined): void {
    if (!socket.writable) {
      closeGently(socket);
      return;
    }
    const requestId = randomUUID();
    const { status, body, headers } = refusal(problem.because(), baseUrl());
    const lines = Object.entries({
      "X-Request-Id": requestId,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": body.byteLength,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Date: new Date().toUTCString(),
      Connection: "close",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
    socket.write(body);
    log.info({ requestId, status, code, ip: socket.remoteAddress }, "malformed request rejected");
    closeGently(socket);
  }

  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || error.code === "EPIPE") socket.destroy();
    else refuse(socket, PROBLEM_OF_CODE.get(error.code) ?? MalformedRequest, error.code);
  });
  // No tunnels are made here.
  server.on("connect", (_request, socket: Socket) => {
    socket.on("error", () => undefined);
    refuse(socket, MalformedRequest, "CONNECT");
  });
}
