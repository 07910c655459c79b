import { hash } from "node:crypto";
import type { Request } from "express";
import { type Answer, jsonAnswer } from "./answer.ts";
import { isKnown } from "./caching.ts";

/** An OpenAPI document as it is served: with a tag, so that it is sent again only when it has changed. */
export class ServedDocument {
  readonly #answer: Answer;
  readonly #tag: string;

  /** @param open programs in browsers may read it as well */
  constructor(document: object, { open }: { readonly open: boolean }) {
    const { status, body } = jsonAnswer(200, document);
    // Weak: compressed it is the same document in other bytes.
    this.#tag = `W/"${hash("sha256", body, "base64url")}"`;
    const headers = { ETag: this.#tag, "Cache-Control": "no-cache" };
    this.#answer = {
      status,
      body,
      headers: open ? { ...headers, "Access-Control-Allow-Origin": "*" } : headers,
    };
  }

  answerTo(request: Request): Answer {
    if (!isKnown(request, this.#tag)) return this.#answer;
    return { status: 304, body: new Uint8Array(), headers: this.#answer.headers };
  }
}
