import { IncomingMessage, ServerResponse } from "node:http";
import express, { type Express, type RequestHandler } from "express";

/**
 * Requests and responses that are Express's from the first moment. Express gives each of them its own prototypes when it
 * comes to an application: to change them then costs a fiftieth of a purchase, to set those that it has nothing.
 */
export class ServedRequest extends IncomingMessage {}

export class ServedResponse extends ServerResponse<ServedRequest> {
  // A method, not a member of each response: one that holds its request keeps the collector from freeing both early.
  override writeHead(...head: unknown[]): this {
    // Node decides whether to keep the connection when it writes the response headers.
    if (!this.req.complete && hasBody(this.req)) this.shouldKeepAlive = false;
    return (super.writeHead as (...head: unknown[]) => this)(...head);
  }
}

Object.setPrototypeOf(ServedRequest.prototype, express.request);
Object.setPrototypeOf(ServedResponse.prototype, express.response);

/** @returns the handler that comes first: it tells each request and response the application, which Express looks up there */
export function serveThese(app: Express): RequestHandler {
  app.request = ServedRequest.prototype as unknown as Express["request"];
  app.response = ServedResponse.prototype as unknown as Express["response"];
  return (request, response, next) => {
    request.app = app;
    response.app = app;
    next();
  };
}

/** Returns whether a body follows the head. */
function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": chunked } = headers;
  return chunked !== undefined || (length !== undefined && length !== "0");
}
