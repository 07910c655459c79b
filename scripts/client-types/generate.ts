/** Writes test/generated/partner-api.d.ts: the partner API's document as types, as a partner would generate them. */
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { Wake } from "../../adapters/jobs/wake.ts";
import { Database } from "../../adapters/persistence/database.ts";
import { createLogger, PinoLog } from "../../adapters/system/pino-log.ts";
import { readConfig } from "../../config.ts";
import { createWeb } from "../../service.ts";
import { wire } from "../../wiring.ts";

export const CLIENT_TYPES = new URL("../../test/generated/partner-api.d.ts", import.meta.url);

const HEADER = "// Written by `npm run client-types` from the OpenAPI document of the partner API.\n\n";

export async function clientTypes(document: object): Promise<string> {
  // A member with a default may be left out of a request.
  const nodes = await openapiTypescript(document as OpenAPI3, { defaultNonNullable: false });
  return HEADER + astToString(nodes);
}

/** The document, as the service serves it. Its database is never asked. */
async function servedDocument(): Promise<object> {
  const environment = {
    DATABASE_URL: "postgres://127.0.0.1:1/none",
    ADMIN_TOKEN: "never-asked-for-it",
    ENCRYPTION_KEY: "0123".repeat(16),
    SANDBOX: "true",
  };
  const config = readConfig(environment);
  const logger = createLogger({ level: "silent", pretty: false });
  const log = new PinoLog(logger);
  const database = await Database.open({ url: environment.DATABASE_URL, poolSize: 1, log });
  const wake = new Wake({ directUrl: environment.DATABASE_URL, log });
  const baseUrl = "http://127.0.0.1";
  const wiring = wire({
    config,
    database,
    wake,
    log,
    encryptionKey: environment.ENCRYPTION_KEY,
    baseUrl,
    ownOrigin: baseUrl,
  });
  const { app } = createWeb(wiring, {
    config,
    adminToken: environment.ADMIN_TOKEN,
    baseUrl,
    logger,
    draining: () => false,
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
    return (await response.json()) as object;
  } finally {
    server.close();
    await database.close();
  }
}

if (import.meta.main) {
  await mkdir(new URL(".", CLIENT_TYPES), { recursive: true });
  await writeFile(CLIENT_TYPES, await clientTypes(await servedDocument()));
  console.log("wrote test/generated/partner-api.d.ts");
}
