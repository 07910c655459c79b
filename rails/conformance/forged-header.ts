import type { Forgery, Notification } from "./harness.ts";

/** The way in which a provider signs bodies in a header whose value ends with the signature in hexadecimal. */
export interface HeaderSignature {
  /** The header's name, in lower case. */
  readonly header: string;
  /** The body signed with the account's key, with another account's, or with an empty one. */
  readonly sign: (rawBody: Uint8Array, key: "own" | "another" | "empty") => Notification;
  /** The header's value as of a scheme that the provider has given up, or never had. */
  readonly otherScheme: (value: string) => string;
}

/** A notification, signed and then tampered with. @param rawBody what is signed, with an order's id in it */
export function forgedHeader(
  { header, sign, otherScheme }: HeaderSignature,
  rawBody: Uint8Array,
  how: Forgery,
): Notification {
  const genuine = sign(rawBody, "own");
  const value = genuine.headers[header] ?? "";
  const requestWith = (forged: string) => ({ headers: { ...genuine.headers, [header]: forged }, rawBody });
  switch (how) {
    case "changed body": {
      const changed = Buffer.from(rawBody).toString().replaceAll("cs_", "cs-");
      return { ...genuine, rawBody: Buffer.from(changed) };
    }
    case "wrong key":
      return sign(rawBody, "another");
    case "empty key":
      return sign(rawBody, "empty");
    case "missing signature": {
      const { [header]: _signature, ...headers } = genuine.headers;
      return { headers, rawBody };
    }
    case "cut signature":
      return requestWith(value.slice(0, -2));
    case "last byte of the signature":
      return requestWith(value.slice(0, -2) + (value.endsWith("00") ? "01" : "00"));
    case "other scheme":
      return requestWith(otherScheme(value));
    case "signature of another body":
      return requestWith(sign(Buffer.from("{}"), "own").headers[header] ?? "");
  }
}
