import { hash } from "node:crypto";
import type { Request } from "express";
import type { Answer } from "./answer.ts";

const A_MOMENT = "public, max-age=5";
const FOR_EVER = "public, max-age=31536000, immutable";

/** The answer with what caches need: for how long it may be kept, and a strong tag, which names its bytes. */
export function cacheable(answer: Answer, settled: boolean): Answer {
  const ETag = `"${hash("sha256", answer.body, "base64url")}"`;
  const headers = { ...answer.headers, ETag, "Cache-Control": settled ? FOR_EVER : A_MOMENT };
  return { ...answer, headers };
}

/**
 * Returns whether the client has the answer with this tag, by If-None-Match. Weak and strong tags compare as equal, as
 * HTTP requires for this header. Browsers add `Cache-Control: no-cache` when a page sets a tag: it addresses caches, so
 * it is ignored.
 */
export function isKnown(request: Request, tag: string): boolean {
  const known = request.get("If-None-Match")?.split(",") ?? [];
  return known.some((one) => one.trim() === "*" || weak(one.trim()) === weak(tag));
}

function weak(tag: string): string {
  return tag.startsWith("W/") ? tag : `W/${tag}`;
}
