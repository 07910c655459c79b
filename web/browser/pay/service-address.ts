/**
 * Address that this file was loaded from, read while it loads: later another script is the current one. Modules
 * have no current script. A server has no document, and a bundle that is not a module has no address: then it is
 * empty.
 */
const OWN_ADDRESS =
  (typeof document === "undefined" ? null : (document.currentScript as HTMLScriptElement | null)?.src) ||
  import.meta.url ||
  "";

/** Returns the address of the service that this file came from, without a slash at the end. */
export function ownService(): string {
  return OWN_ADDRESS.replace(/(\/assets)?\/[^/]*$/, "");
}

/** Returns a host's address, without a slash at the end; null: it is not the host of a service. */
export function serviceAt(host: unknown): string | null {
  if (typeof host !== "string" || host.trim() === "") return null;
  const address = addressIn(host.includes("://") ? host : `https://${host}`);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  return (address.origin + address.pathname).replace(/\/+$/, "");
}

/** Does what URL.parse does, which is younger than the browsers that this is for. */
function addressIn(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
