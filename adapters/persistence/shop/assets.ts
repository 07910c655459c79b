import { type Asset, Assets } from "../../../ports/shop/assets.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const KEEP = statement(
  "keep-assets",
  `insert into asset (name, body) select name, body from unnest($1::text[], $2::bytea[]) as a (name, body)
    on conflict (name) do nothing`,
);
const BY_NAME = statement("asset-by-name", "select body from asset where name = $1");

export class PostgresAssets extends Store implements Assets {
  static readonly as = Assets;

  async keep(assets: readonly Asset[]): Promise<void> {
    const names = assets.map(({ name }) => name);
    await this.db.query(KEEP, [names, assets.map(({ body }) => Buffer.from(body))]);
  }

  async byName(name: string): Promise<Uint8Array | null> {
    const [row] = await this.db.query<{ body: Uint8Array }>(BY_NAME, [name]);
    return row?.body ?? null;
  }
}
