import { readFileSync } from "node:fs";
import { Migration } from "../schema/migration.ts";

export default class Baseline extends Migration {
  override readonly sql = readFileSync(new URL("0001-baseline.sql", import.meta.url), "utf8");
}
