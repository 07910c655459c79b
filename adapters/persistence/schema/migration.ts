import type { Constructor } from "@mikro-orm/core";
import { Migration as OrmMigration } from "@mikro-orm/migrations";

const COMMENTS = /--[^\n]*|\/\*.*?\*\//gs;
/** Both can be repeated after an interruption, which leaves an invalid index or none. */
const ONE_INDEX =
  /^\s*(?:create (?:unique )?index concurrently if not exists (?<created>[a-z_][a-z0-9_]*) on\s[^;]*|drop index concurrently if exists (?<dropped>[a-z_][a-z0-9_]*)\s*);?\s*$/i;

/** A step of the schema, in one transaction. Never edited after its release. */
export abstract class Migration extends OrmMigration {
  abstract readonly sql: string;

  protected get statements(): string {
    return this.sql.replaceAll(COMMENTS, "");
  }

  /** @throws if it has a concurrent step, which no transaction allows */
  override up(): void | Promise<void> {
    if (/\bconcurrently\b/i.test(this.statements)) throw misplaced(this);
    this.addSql(this.sql);
  }
}

/** An index created or dropped outside of a transaction, while others write. */
export abstract class IndexMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /**
   * First drops the rest of an interrupted index build, which is written to and never read.
   * @throws if it could not be repeated
   */
  override async up(): Promise<void> {
    const { created, dropped } = ONE_INDEX.exec(this.statements)?.groups ?? {};
    const index = created ?? dropped;
    if (index === undefined) throw misplaced(this);
    const invalid = await this.execute(
      `select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid`,
    );
    if (invalid.length > 0) this.addSql(`drop index concurrently if exists ${index}`);
    this.addSql(this.sql);
  }
}

/** A file of `migrations/`, loaded when a database lacks it: the ORM's migrator comes with it. */
export interface ListedMigration {
  readonly name: string;
  readonly load: () => Promise<{ readonly default: Constructor<Migration> }>;
}

function misplaced({ constructor: { name } }: Migration): Error {
  return new Error(
    `migration ${name}: a concurrent step needs a separate IndexMigration, ` +
      "create [unique] index concurrently if not exists … on …, or drop index concurrently if exists …",
  );
}
