import { type FromPopup, VERSION } from "../protocol.ts";

/**
 * Tells the frame that has opened this window, or the one by which a partner's page follows it, if they are still there: a
 * courtesy, for frames also ask.
 */
export function tellFrame(message: FromPopup): void {
  const { opener } = window as { opener: Window | null };
  if (opener === null) return;
  const visit = new URLSearchParams(location.search).get("visit");
  const frames = Array.from({ length: opener.length }, (_, index) => opener[index]!);
  // Only pages of this origin receive the message.
  for (const each of [opener, ...frames].filter(isOfThisOrigin))
    each.postMessage({ raffle: VERSION, visit, ...message }, location.origin);
}

function isOfThisOrigin(other: Window): boolean {
  try {
    return other.location.origin === location.origin;
  } catch {
    return false;
  }
}
