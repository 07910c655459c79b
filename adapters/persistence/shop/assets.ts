import { type Asset, Assets } from "../../../ports/shop/assets.ts";
import { AssetRow } from "../entities/operations.ts";
import { selection } from "../statements/selection.ts";
import { Store } from "../database/store.ts";

const ASSET = selection(AssetRow, "a", ["body"]);

export class PostgresAssets extends Store implements Assets {
  static readonly as = Assets;

  async keep(assets: readonly Asset[]): Promise<void> {
    await this.db.rows(AssetRow).addEachOnce(
      assets.map(({ name, body }) => ({ name, body })),
      ["name"],
    );
  }

  async byName(name: string): Promise<Uint8Array | null> {
    return (await this.db.rows(ASSET).one({ name }))?.body ?? null;
  }
}
