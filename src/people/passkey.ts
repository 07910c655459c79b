/** Browsers have passkeys at names alone, over https or on the machine itself. @param address of the console */
export function passkeysPossibleAt(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return !isAddress && (protocol === "https:" || isLocal);
}
