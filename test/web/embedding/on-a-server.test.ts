import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundled } from "../../../adapters/http/web/bundles/buyers-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "raffle-on-a-server-"));
  const files = await bundled();
  for (const [plain, name] of [
    ["embed.esm.js", "embed.mjs"],
    ["embed.js", "embed.cjs"],
    ["widget.js", "widget.cjs"],
  ] as const)
    await writeFile(join(folder, name), files.get(plain)!.body);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a module in a new Node process. @returns what it prints */
async function node(source: string): Promise<string> {
  const path = join(folder, "main.mjs");
  await writeFile(path, source);
  const child = spawn(process.execPath, [path], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return out.trim() + errors;
}

const SESSION = `{ session: { id: "cs_1", payment: null }, poll() {} }`;

it("the module is imported in plain Node, as frameworks that render on a server do, and says where it can be used", async () => {
  expect(await node(`import * as service from "./embed.mjs"; console.log(Object.keys(service).join())`)).toBe(
    "checkout,lot,open,results",
  );
  const calls = [
    `lot("#a", { host: "raffles.example", org: "acme" })`,
    `results({}, { host: "raffles.example", org: "acme", lot: 7 })`,
    `open({ host: "raffles.example", org: "acme", lot: 7 })`,
    `checkout("#a", { ...${SESSION}, host: "raffles.example" })`,
  ];
  for (const call of calls)
    expect(
      await node(
        `import * as service from "./embed.mjs"; try { service.${call} } catch (error) { console.log(error.name, error.message) }`,
      ),
      call,
    ).toMatch(/^TypeError Service\.\w+: a document is missing here; call it in a browser$/);
});

it("no script fails where a part of a browser's globals is there: none, a window alone, a worker", async () => {
  for (const file of ["./embed.mjs", "./embed.cjs", "./widget.cjs"]) {
    for (const globals of ["", "globalThis.window = globalThis;", "globalThis.self = globalThis;"])
      expect(await node(`${globals} await import("${file}"); console.log("imported")`), file).toBe(
        "imported",
      );
    const worker = `import { Worker } from "node:worker_threads";
      new Worker('import("${join(folder, file)}").then(() => console.log("imported"))', { eval: true });`;
    expect(await node(worker), file).toBe("imported");
  }
});

it("a bundle that is no module loads, too, and names the host that it needs to find its parts", async () => {
  const path = join(folder, "bundle.cjs");
  await build({
    entryPoints: [join(folder, "embed.mjs")],
    bundle: true,
    format: "cjs",
    outfile: path,
    logLevel: "silent",
  });
  const call = `import service from "./bundle.cjs"; try { service.checkout("#a", ${SESSION}) } catch (error) { console.log(error.message) }`;
  expect(await node(call)).toBe("Service.checkout: host must be the service's host, such as raffles.example");
});
