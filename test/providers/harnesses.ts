import { glob } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { RailKind } from "../../ports/rail.ts";
import type { RailHarness } from "../../rails/conformance/harness.ts";

/** A provider's rail of one kind with the fake of the provider, for tests that go through all rails. */
interface ProviderHarness {
  /** A currency that it charges. */
  readonly currency: string;
  /** Its notifications only name what is then queried: they cannot be forged, for only the name is used. */
  readonly onlyNames?: true;
  open(): Promise<RailHarness>;
}

const RAILS = new URL("../../rails/", import.meta.url);

/** The type of the export HARNESSES in `rails/{provider}/test/harnesses.ts`. */
export type Harnesses = { readonly [kind in RailKind]?: ProviderHarness };

/** Returns all harnesses, by `kind/provider`. */
export async function allHarnesses(): Promise<Readonly<Record<string, ProviderHarness>>> {
  const all: Record<string, ProviderHarness> = {};
  for await (const file of glob("*/test/harnesses.ts", { cwd: fileURLToPath(RAILS) })) {
    const { HARNESSES } = (await import(new URL(file, RAILS).href)) as { readonly HARNESSES: Harnesses };
    const provider = file.split(/[\\/]/)[0]!;
    for (const [kind, harness] of Object.entries(HARNESSES)) all[`${kind}/${provider}`] = harness;
  }
  return all;
}
