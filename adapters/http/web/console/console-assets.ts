import { Log } from "../../../../ports/log.ts";
import { Assets } from "../../../../ports/shop/assets.ts";
import type { Parts } from "../../../../ports/token.ts";
import { defineProblem } from "../../../../src/shared/problem.ts";
import type { BuiltFile } from "../bundles/built-file.ts";
import { type ConsoleBuild, consoleBundled } from "../bundles/console-files.ts";
import { ConsolePackagesMissing } from "../bundles/console-packages-missing.ts";

export const ConsoleUnavailable = defineProblem(
  "console_unavailable",
  "unavailable",
  "The console's files could not be built. The APIs work; the service's log has the reason.",
);

const NEEDS = { assets: Assets, log: Log };

/** The console's files. A build that fails takes nothing else with it. */
export class ConsoleAssets {
  static readonly needs = NEEDS;
  readonly #assets: Assets;
  readonly #log: Log;
  #build: Promise<ConsoleBuild | null> | undefined;
  #storage: Promise<void> | undefined;

  readonly #make: () => Promise<ConsoleBuild>;

  /** @param make finds the files, or makes them; once in a process */
  constructor({ assets, log }: Parts<typeof NEEDS>, make = consoleBundled) {
    this.#assets = assets;
    this.#log = log;
    this.#make = make;
  }

  /** Begins to make the files; never rejects. */
  prepare(): void {
    this.#build ??= this.#make().catch((error: unknown) => {
      if (error instanceof ConsolePackagesMissing)
        this.#log.warn(
          {},
          "the console is not built, and its packages are not installed; /admin/ answers 503",
        );
      else this.#log.error({ err: error }, "the console's files could not be built; /admin/ answers 503");
      return null;
    });
  }

  /** Waits for the files, and for their being kept: a page that names them finds them at every process. */
  async build(): Promise<ConsoleBuild> {
    const build = await this.#ready();
    this.#storage ??= this.#assets.keep([...build.files.values()]);
    this.#storage.catch(() => (this.#storage = undefined));
    await this.#storage;
    return build;
  }

  /** A file of this build. null: it has none of this name. */
  async atHand(name: string): Promise<BuiltFile | null> {
    return (await this.#ready()).files.get(name) ?? null;
  }

  /** A file of another build, which a page from before a change, or of another process, names. null: there was none. */
  ofOthers(name: string): Promise<Uint8Array | null> {
    return this.#assets.byName(name);
  }

  async #ready(): Promise<ConsoleBuild> {
    this.prepare();
    const build = await this.#build!;
    if (build === null) throw ConsoleUnavailable.because();
    return build;
  }
}
