import { unusedPort } from "../support/service/unused-port.ts";

/** Returns an address without a listener, for the real error of a refused connection. */
export async function closedAddress(): Promise<string> {
  return `http://127.0.0.1:${await unusedPort()}`;
}
