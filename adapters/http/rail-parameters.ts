import type { Request } from "express";
import getRawBody from "raw-body";
import { PayloadTooLarge } from "./problems.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const FORM_LIMIT_BYTES = 64_000;
const FORM_FIELDS_MAX = 100;

/** Those of a query's or form's parameters that are there once, as text. */
export function textsOf(parameters: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * What a buyer's browser brings back: the parameters of the address, and the fields of a form that a provider let it
 * post, which outweigh them. Another body is thrown away. Raises payload_too_large.
 */
export async function returnParameters(request: Request): Promise<Record<string, string>> {
  const query = textsOf(request.query);
  if (request.method !== "POST") return query;
  const body = await getRawBody(request, { limit: FORM_LIMIT_BYTES }).catch((error: { type?: string }) => {
    // What still arrives is thrown away, so that the browser gets to read its answer.
    request.resume();
    throw error.type === "entity.too.large" ? PayloadTooLarge.because() : error;
  });
  return FORM.test(request.headers["content-type"] ?? "") ? { ...query, ...fieldsOf(body) } : query;
}

function fieldsOf(body: Buffer): Record<string, string> {
  const form = new URLSearchParams(body.toString("utf8"));
  if (form.size > FORM_FIELDS_MAX) throw PayloadTooLarge.because("The form has too many fields.");
  const names = [...new Set(form.keys())].filter((name) => form.getAll(name).length === 1);
  return Object.fromEntries(names.map((name) => [name, form.get(name)!]));
}
