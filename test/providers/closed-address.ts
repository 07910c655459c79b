import { unusedPort } from "../support/service/unused-port.ts";

/** Where nobody listens: the real error of a connection that never was. */
export async function closedAddress(): Promise<string> {
  return `http://127.0.0.1:${await unusedPort()}`;
}
