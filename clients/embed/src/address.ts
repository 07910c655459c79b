/**
 * Returns the address of a service, without a slash at the end.
 * @throws TypeError if it is not a host
 */
export function addressOf(host: string): string {
  try {
    const { protocol, origin, pathname } = new URL(host.includes("://") ? host : `https://${host}`);
    if (/^https?:$/.test(protocol)) return (origin + pathname).replace(/\/+$/, "");
  } catch {
    // The text is not an address.
  }
  throw new TypeError("partner-raffle-embed: host must be the service's host, such as raffles.example");
}
