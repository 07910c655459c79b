import type { Request } from "express";
import { clientOf } from "../../callers/client-address.ts";
import { HeldBodies } from "../../input/held-bodies.ts";
import { PayloadTooLarge } from "../../answers/problems.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const FORM_LIMITS = { bodyBytes: 64_000, clientBytes: 1_000_000, allBytes: 8_000_000, deadlineMs: 10_000 };
const FORM_FIELDS_MAX = 100;

/** Those of a query's or form's parameters that are there once, as text. */
export function textsOf(parameters: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * Reads what buyers' browsers bring back: the parameters of the address, and the fields of a form that a provider let
 * them post, which outweigh those. Another body is left unread. Raises what reading a bounded body does.
 */
export function returnParameters(): (request: Request) => Promise<Record<string, string>> {
  const bodies = new HeldBodies(FORM_LIMITS);
  return async (request) => {
    const query = textsOf(request.query);
    if (request.method !== "POST" || !FORM.test(request.headers["content-type"] ?? "")) return query;
    const body = bodies.hold(clientOf(request));
    try {
      return { ...query, ...fieldsOf(await body.read(request)) };
    } finally {
      body.release();
    }
  };
}

function fieldsOf(body: Buffer): Record<string, string> {
  const form = new URLSearchParams(body.toString("utf8"));
  if (form.size > FORM_FIELDS_MAX) throw PayloadTooLarge.because("The form has too many fields.");
  const names = [...new Set(form.keys())].filter((name) => form.getAll(name).length === 1);
  return Object.fromEntries(names.map((name) => [name, form.get(name)!]));
}
