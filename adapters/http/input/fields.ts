import { z } from "zod";
import { checksummedWallet } from "../../../src/buyers/account.ts";
import { integer, URI } from "../../../src/shared/input/fields.ts";

/** An id in a body or a reply. */
export const id = integer({ min: 1 });

/** An id in a body, with the type of its entity: `idOf<PrizeId>()`. */
export function idOf<Id extends number>(): z.ZodType<Id, number> {
  return id as unknown as z.ZodType<Id, number>;
}

/** A number of things in a reply, or an amount that is never negative. */
export const count = z.int().min(0);

/** Mark for the document: an object has exactly one of these forms, which are schemas with names. */
export const FORMS = "forms";

/** For the document: texts that one form of an object must have. Its `anyOf` lists the forms. */
export function form(...texts: readonly string[]) {
  return { required: texts, properties: Object.fromEntries(texts.map((name) => [name, { type: "string" }])) };
}

/**
 * A time by RFC 3339, which allows `t` and `z`. Leap seconds (`:60`) are refused: JavaScript has none. An offset can carry a
 * time out of the years that ISO 8601 writes with four digits.
 */
export const timeText = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.iso.datetime({ offset: true }))
  .refine((value) => {
    const year = new Date(value).getUTCFullYear();
    // Text that is not a time is rejected before.
    return !(year < 1 || year > 9999);
  }, "must be within the years 1 to 9999")
  .meta({ type: "string", format: "date-time" });

/** Returns the time of an optional text; null: none was given. */
export const timeOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

export const dateTime = timeText.transform((value) => new Date(value));

/** The address of an image or a page. Pages and other programs get it as it is, so it has no character that URIs have not. */
export const httpsUrl = z
  .url({ protocol: /^https$/, error: "must be an https URL", abort: true })
  .refine((url) => /^https:\/\/[^/?#]/i.test(url) && URI.test(url), "must be an https URL")
  .max(2048);

/** An Ethereum address, which becomes what it is in EIP-55 form. */
export const anyAddress = z.string().transform((address, context) => {
  const checksummed = checksummedWallet(address);
  if (checksummed !== null) return checksummed;
  context.addIssue({ code: "custom", message: "must be an Ethereum address with a valid EIP-55 checksum" });
  return z.NEVER;
});

/** An address that a wallet can have. No key belongs to the zero address: tokens sent there are lost. */
export const walletAddress = anyAddress.refine(
  (address) => !/^0x0+$/.test(address),
  "must not be the zero address",
);

/** A canonical decimal integer in a path or a query: no sign, no leading zero, no exponent. */
export function integerText(number: z.ZodInt) {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, "must be a whole number")
    .transform(Number)
    .pipe(number);
}

/** An id in a path or a query. */
export const idText = integerText(id);

/** An id in a path or a query, with the type of its entity: `idTextOf<LotId>()`. */
export function idTextOf<Id extends number>(): z.ZodType<Id, string> {
  return idText as unknown as z.ZodType<Id, string>;
}

/** The response to a DELETE. */
export const deleted = z.strictObject({ id, deleted: z.literal(true) }).meta({ id: "Deleted" });
