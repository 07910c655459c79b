import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize } from "node:v8";
import { inject } from "vitest";
import { ConsoleAssets } from "../../../adapters/http/web/console/console-assets.ts";
import { Log } from "../../../ports/log.ts";
import { Assets } from "../../../ports/shop/assets.ts";
import type { ConsoleBuild } from "../../../adapters/http/web/bundles/console-files.ts";
import type { Wiring } from "../../../app/wiring.ts";

let found: Promise<ConsoleBuild> | undefined;

/** Console that this run has built once. No process builds it again, which takes seconds. */
export function useMadeConsole(wiring: Wiring): void {
  const parts = { assets: wiring.get(Assets), log: wiring.get(Log) };
  const find = () => (found ??= readFile(join(inject("bundles"), "console-files")).then(deserialize));
  wiring.bind(ConsoleAssets, () => new ConsoleAssets(parts, find));
}
