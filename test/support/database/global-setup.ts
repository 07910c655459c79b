import type { TestProject } from "vitest/node";
import { startThrowawayPostgres } from "../../../testing/throwaway-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of a database that nothing is stored in, as superuser, in the PostgreSQL of this run. */
    databaseAdminUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const report = (facts: object, message: string) => console.error(message, facts);
  const postgres = await startThrowawayPostgres({ warn: report, error: report });
  provide("databaseAdminUrl", postgres.adminUrl);
  return () => postgres.stop();
}
