/** The wired service, to read its route tables and rails without a request. */
import { OPERATOR_API, PARTNER_API, PUBLIC_API } from "../../adapters/http/openapi/described-apis.ts";
import { openApiDocument } from "../../adapters/http/openapi/openapi.ts";
import { openApi31 } from "../../adapters/http/openapi/openapi-3-1.ts";
import { WEBHOOKS } from "../../adapters/http/openapi/webhooks.ts";
import { Wake } from "../../adapters/jobs/wake.ts";
import { Database } from "../../adapters/persistence/database/database.ts";
import { readConfig } from "../../app/config/config.ts";
import type { Rail } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { publicRoutes } from "../../adapters/http/public/public-api.ts";
import { type Wiring, wire } from "../../app/wiring.ts";

/** Returns every rail of this build. None is called. */
export function declaredRails(): Promise<readonly Rail[]> {
  return withWiring((wiring) => wiring.get(Rails).all);
}

interface OpenApiDocuments {
  readonly partner: object;
  /** The partner API's in OpenAPI 3.1, with its webhooks. */
  readonly partner31: object;
  readonly operator: object;
  readonly visitors: object;
}

/** Returns the OpenAPI documents of all APIs, as the service serves them. */
export function openApiDocuments(wiring: Wiring): OpenApiDocuments {
  const partner = openApiDocument({ ...PARTNER_API, routes: partnerRoutes(wiring) });
  return {
    partner,
    partner31: openApi31(partner, WEBHOOKS),
    operator: openApiDocument({ ...OPERATOR_API, routes: operatorRoutes(wiring) }),
    visitors: openApiDocument({ ...PUBLIC_API, routes: publicRoutes(wiring) }),
  };
}

/** Configuration with which the till is among the rails. */
const ON_CHAIN = {
  CHAIN_RPC_URL: "http://127.0.0.1:1",
  CHAIN_ID: "1",
  RAFFLE_ADDRESS: `0x${"1".repeat(40)}`,
  RAFFLE_FROM_BLOCK: "0",
  TILL_ADDRESS: `0x${"2".repeat(40)}`,
  USDC_ADDRESS: `0x${"3".repeat(40)}`,
  CHAIN_SIGNER_KEY: "1".repeat(64),
};

/** Calls a function with a wired service that neither listens nor connects to a database. */
export async function withWiring<T>(work: (wiring: Wiring) => T | Promise<T>): Promise<T> {
  const url = "postgres://nobody@127.0.0.1:1/nothing";
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const encryptionKey = "0123".repeat(16);
  const config = readConfig({
    DATABASE_URL: url,
    ADMIN_TOKEN: "x".repeat(16),
    ENCRYPTION_KEY: encryptionKey,
    SANDBOX: "true",
    ...ON_CHAIN,
  });
  const database = await Database.open({ url, poolSize: 1, log });
  const address = "http://127.0.0.1:3000";
  const wiring = wire({
    config,
    database,
    wake: new Wake({ directUrl: url, log }),
    log,
    encryptionKey,
    baseUrl: address,
    ownOrigin: address,
  });
  try {
    return await work(wiring);
  } finally {
    await database.close();
  }
}
