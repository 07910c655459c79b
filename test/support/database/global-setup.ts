import type { TestProject } from "vitest/node";
import { startThrowawayPostgres } from "../../../testing/throwaway-postgres.ts";
import { ask } from "../builders/books.ts";
import { bundlePrograms } from "../service/bundles.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of an empty database, as superuser, in the PostgreSQL of this run. */
    databaseAdminUrl: string;
    /** Folder of the programs that processes of tests run. */
    bundles: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template, and one bundle of what its processes run. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const report = (facts: object, message: string) => console.error(message, facts);
  const [postgres, bundles] = await Promise.all([
    startThrowawayPostgres({ warn: report, error: report }),
    bundlePrograms(),
  ]);
  // What it cleans and analyses, and when, would be chance: on a slow machine a plan is another than on a fast one.
  await ask(postgres.adminUrl, "alter system set autovacuum = off");
  await ask(postgres.adminUrl, "select pg_reload_conf()");
  provide("databaseAdminUrl", postgres.adminUrl);
  provide("bundles", bundles);
  return () => postgres.stop();
}
