import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import module from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

// Preloaded where the service starts (`node --import`). Node takes the types out of TypeScript by a program that then
// stays in memory, 35 MB, for as long as the process lives. Here a process does it that ends before the service begins.
// In JavaScript, or Node would need that program to read this.

const OLDEST_NODE = 24;
if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
  console.error(`This service runs on Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// An older Node has neither, and would refuse the import before the check.
const { registerHooks, stripTypeScriptTypes } = module;
const HERE = fileURLToPath(import.meta.url);
const MOST_BYTES = 100_000_000;
const IMPORTED = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g;

const [, program, begin] = process.argv;
if (program === HERE) process.stdout.write(stripped(begin).join("\0"));
else if (isMainThread && program?.endsWith(".ts")) useStripped(program);

/**
 * Whatever is missing here, Node strips itself.
 * @param {string} path
 */
function useStripped(path) {
  const maker = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", HERE, path], {
    env: {},
    maxBuffer: MOST_BYTES,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (maker.status !== 0) return;
  const files = filesIn(maker.stdout);
  registerHooks({
    load(url, context, nextLoad) {
      const source = files.get(url);
      if (source === undefined) return nextLoad(url, context);
      files.delete(url);
      return { format: "module", source: source.toString("utf8"), shortCircuit: true };
    },
  });
}

/**
 * The file, and all that it leads to.
 * @param {string} path
 * @returns {string[]} URLs, each followed by its source
 */
function stripped(path) {
  /** @type {string[]} */
  const files = [];
  const found = new Set([pathToFileURL(realpathSync(path)).href]);
  for (const url of found) {
    const file = new URL(url);
    const source = existsSync(file) ? strip(readFileSync(file, "utf8")) : null;
    if (source === null) continue;
    files.push(url, source);
    for (const [, imported = ""] of source.matchAll(IMPORTED)) found.add(new URL(imported, file).href);
  }
  return files;
}

/**
 * @param {string} source
 * @returns {string | null} null: Node says what is wrong, once it is loaded
 */
function strip(source) {
  try {
    return stripTypeScriptTypes(source);
  } catch {
    return null;
  }
}

/** @param {Buffer} text as it is written above */
function filesIn(text) {
  /** @type {Buffer[]} */
  const parts = [];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf(0, from);
    const part = text.subarray(from, end === -1 ? text.length : end);
    parts.push(part);
    from += part.length + 1;
  }
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  // Copied, so that what was loaded keeps no memory.
  for (let i = 0; i + 1 < parts.length; i += 2)
    files.set(String(parts[i]), Buffer.from(/** @type {Buffer} */ (parts[i + 1])));
  return files;
}
