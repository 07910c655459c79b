import type { NotificationReading, RailEvent } from "../../ports/rail.ts";

const JSON_TYPE = /^application\/json\b/i;

/** The fault of a notification before its body is read; null: none. */
export function headFault(
  { headers, rawBody }: { readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array },
  bytesMax: number,
  contentType: RegExp = JSON_TYPE,
): (NotificationReading & { readonly verified: false }) | null {
  if (rawBody.length > bytesMax) return notBelieved(413, "the body is too large");
  if (contentType.test(headers["content-type"] ?? "")) return null;
  return notBelieved(400, "the content type is not that of this provider's notifications");
}

export function notBelieved(
  status: 400 | 401 | 413,
  reason: string,
): NotificationReading & { readonly verified: false } {
  return { verified: false, status, reason };
}

/** @param acknowledgement the answer that the provider requires */
export function believed(
  events: readonly RailEvent[],
  acknowledgement: { readonly contentType: string; readonly body: string },
): NotificationReading {
  return { verified: true, events, acknowledgement: { status: 200, ...acknowledgement } };
}
