import { expect } from "vitest";
import { PUBLISHED_KEY } from "../../../adapters/chain/extended-key-addresses.ts";
import { onDatabase, ServiceProcess } from "./service-process.ts";

/** No database is there. */
export const NOBODY = "postgres://nobody:secret-password@127.0.0.1:1/nothing";
/** All that a start on a database needs. */
export const COMPLETE = onDatabase(NOBODY);
/** No server listens there: the service starts anyway, and draws wait. */
export const CHAIN = { CHAIN_RPC_URL: "http://127.0.0.1:1", CHAIN_ID: "1" };
export const DEPOSITS = { DEPOSIT_XPUB: PUBLISHED_KEY, DEPOSIT_TOKEN_ADDRESS: `0x${"70".repeat(20)}` };

/** Starts a service whose start must fail. @returns what it wrote */
export async function failedStart(environment: Record<string, string>): Promise<string> {
  const service = new ServiceProcess({ environment });
  expect(await service.exited).toEqual({ code: 1, signal: null });
  return service.output;
}
