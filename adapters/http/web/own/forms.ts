import type { Request } from "express";
import { InvalidRequest } from "../../../../src/shared/problem.ts";
import { PayloadTooLarge, UnsupportedMediaType } from "../../answers/problems.ts";
import { clientOf } from "../../callers/client-address.ts";
import { HeldBodies } from "../../input/held-bodies.ts";

const TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const LIMITS = { bodyBytes: 32_000, clientBytes: 500_000, allBytes: 8_000_000, deadlineMs: 10_000 };
const FIELDS_MAX = 50;

/** The fields of a form, each once. One that was not sent is undefined, one left empty is "". */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Reads the forms of these pages: URL-encoded, in UTF-8, bounded in size and time. */
export class Forms {
  readonly #bodies = new HeldBodies(LIMITS);

  /** Raises unsupported_media_type, payload_too_large, request_timeout, rate_limited, invalid_request. */
  async read(request: Request): Promise<Fields> {
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
    if (!TYPE.test(type) || encoding !== "identity") {
      throw UnsupportedMediaType.because("The body must be a URL-encoded form in UTF-8.");
    }
    const body = this.#bodies.hold(clientOf(request));
    try {
      return fieldsOf(await body.read(request));
    } finally {
      body.release();
    }
  }
}

function fieldsOf(body: Buffer): Fields {
  const form = new URLSearchParams(body.toString("utf8"));
  if (form.size > FIELDS_MAX) throw PayloadTooLarge.because("The form has too many fields.");
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of form) {
    if (name in fields) throw InvalidRequest.because("A field of the form occurs twice.");
    fields[name] = value;
  }
  return fields;
}
