import { hash } from "node:crypto";
import type { Request } from "express";
import { type Answer, jsonAnswer } from "./answer.ts";
import { isKnown } from "./caching.ts";

/**
 * An OpenAPI document with a tag, so that it is sent again only after a change. It is built at the first request:
 * building all of them would take a third of the start.
 */
export class ServedDocument {
  readonly #make: () => object;
  readonly #open: boolean;
  #served: { readonly answer: Answer; readonly tag: string } | undefined;

  /** @param open programs in browsers may read it as well */
  constructor(make: () => object, { open }: { readonly open: boolean }) {
    this.#make = make;
    this.#open = open;
  }

  answerTo(request: Request): Answer {
    this.#served ??= this.#serve();
    const { answer, tag } = this.#served;
    if (!isKnown(request, tag)) return answer;
    return { status: 304, body: new Uint8Array(), headers: answer.headers };
  }

  #serve() {
    const { status, body } = jsonAnswer(200, this.#make());
    // Weak: compressed it is the same document in other bytes.
    const tag = `W/"${hash("sha256", body, "base64url")}"`;
    const headers = { ETag: tag, "Cache-Control": "no-cache" };
    const replyHeaders = this.#open ? { ...headers, "Access-Control-Allow-Origin": "*" } : headers;
    return { answer: { status, body, headers: replyHeaders }, tag };
  }
}
