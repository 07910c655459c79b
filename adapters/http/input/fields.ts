import { z } from "zod";
import { checksummedWallet } from "../../../src/buyers/account.ts";
import { integer, URI } from "../../../src/shared/input/fields.ts";
import { ONLY_NULL } from "../openapi/openapi-components.ts";

/** An id in a body or a reply. */
export const id = integer({ min: 1 });

/** An id in a body, with the type of its entity: `idOf<PrizeId>()`. */
export function idOf<Id extends number>(): z.ZodType<Id, number> {
  return id as unknown as z.ZodType<Id, number>;
}

/** A number of things in a reply, or an amount that is never negative. */
export const count = z.int().min(0);

/**
 * For the document: one form of an object whose members depend on each other. Its `oneOf` or `anyOf` lists them.
 * @param fields an object by the name of its schema: a bare object is one without members to generators of types
 */
export function form(
  fields: Readonly<Record<string, "string" | { readonly schema: string }>>,
  without: readonly string[] = [],
) {
  return {
    required: Object.keys(fields),
    properties: {
      ...Object.fromEntries(
        Object.entries(fields).map(([name, type]) => [
          name,
          type === "string" ? { type } : { $ref: `#/components/schemas/${type.schema}` },
        ]),
      ),
      ...Object.fromEntries(without.map((name) => [name, ONLY_NULL])),
    },
  };
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

export const dateTime = timeText.transform((value) => new Date(value));

/** The address of an image. Pages and other programs get it as it is, so it has no character that URIs have not. */
export const imageUrl = z
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
