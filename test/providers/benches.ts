import { glob } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { RailKind } from "../../ports/rail.ts";
import type { RailBench } from "../../rails/conformance/bench.ts";

/** A provider's rail of one kind with the fake of the provider, for tests that go through all rails. */
export interface ProviderBench {
  /** One that it charges. */
  readonly currency: string;
  /** Its notifications only name what is then asked for: nobody can forge them, for nothing of them is believed. */
  readonly onlyNames?: true;
  open(): Promise<RailBench>;
}

/** What `test/providers/{provider}/benches.ts` exports as BENCHES. */
export type Benches = { readonly [kind in RailKind]?: ProviderBench };

/** All of them, by `kind/provider`. */
export async function allBenches(): Promise<Readonly<Record<string, ProviderBench>>> {
  const all: Record<string, ProviderBench> = {};
  for await (const file of glob("*/benches.ts", { cwd: fileURLToPath(new URL("./", import.meta.url)) })) {
    const { BENCHES } = (await import(`./${file}`)) as { readonly BENCHES: Benches };
    const provider = file.split(/[\\/]/)[0]!;
    for (const [kind, bench] of Object.entries(BENCHES)) all[`${kind}/${provider}`] = bench;
  }
  return all;
}
