import { LRUCache } from "lru-cache";
import { Assets } from "../../../ports/shop/assets.ts";
import type { Parts } from "../../../ports/token.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Build, BuiltFile } from "./bundles/built-file.ts";
import { bundled } from "./bundles/buyers-files.ts";

const OTHERS_BYTES = 4_000_000;

const NEEDS = { assets: Assets };

/** The files that this process serves to browsers: those of its build, and those of other builds that pages still name. */
export class SiteAssets {
  static readonly needs = NEEDS;
  readonly #assets: Assets;
  readonly #others = new LRUCache<string, Uint8Array>({
    maxSize: OTHERS_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  #storage: Promise<Build> | undefined;

  constructor({ assets }: Parts<typeof NEEDS>) {
    this.#assets = assets;
  }

  /** Returns the build once its files are stored: every process can then serve the names that pages show. */
  build(): Promise<Build> {
    this.#storage ??= this.#keep();
    this.#storage.catch(() => (this.#storage = undefined));
    return this.#storage;
  }

  async #keep(): Promise<Build> {
    const build = await bundled();
    await this.#assets.keep([...build.values()]);
    return build;
  }

  /** @param plain its name without the hash */
  async file(plain: string): Promise<BuiltFile> {
    const file = (await this.build()).get(plain);
    invariant(file, `the build has ${plain}`);
    return file;
  }

  /**
   * Returns a file of this build, or of one that was already requested from this process; null: it is not in memory.
   */
  async atHand(name: string): Promise<BuiltFile | Uint8Array | null> {
    for (const file of (await this.build()).values()) if (file.name === name) return file;
    return this.#others.get(name) ?? null;
  }

  /** A file of another build; null: there was none. */
  async ofOthers(name: string): Promise<Uint8Array | null> {
    const body = await this.#assets.byName(name);
    if (body !== null) this.#others.set(name, body);
    return body;
  }
}
