import { Vault } from "../../../ports/crypto.ts";
import { Database } from "./database.ts";

/** Base of the stores that only need the database. */
export abstract class Store {
  static readonly needs = [Database] as const;
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}

/** Base of the stores that also encrypt data. */
export abstract class VaultStore {
  static readonly needs = [Database, Vault] as const;
  protected readonly db: Database;
  protected readonly vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.db = db;
    this.vault = vault;
  }
}
