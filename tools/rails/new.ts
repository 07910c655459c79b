/** Copies the example rail under another name: the start of a rail for a new provider. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nextSteps } from "./next-steps.ts";

const USAGE = `npm run rail:new -- <provider> --kind <kind> [--into <folder>]

The provider's name is lower case with hyphens, as acme-pay. Kinds: redirect, qr, flow, embed. The folder is
rails unless given. A rail of kind fields charges when it is confirmed, which the example does not: copy
rails/worldpay instead.`;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Instructions for the buyer after creating a payment, by kind; the example has the first. */
const INSTRUCTIONS = {
  redirect: '{ type: "PAY_URL", redirectUrl: creation.url, data: null }',
  qr: '{ type: "CODE_URL", redirectUrl: creation.url, data: creation.url }',
  flow: '{ type: "FLOW_SESSION", redirectUrl: null, data: JSON.stringify({ session: creation.id }) }',
  embed: '{ type: "EMBED_SESSION", redirectUrl: null, data: JSON.stringify({ session: creation.id }) }',
} as const;
type Kind = keyof typeof INSTRUCTIONS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: "string" }, into: { type: "string" }, help: { type: "boolean" } },
});
const [provider = ""] = positionals;
const kind = Object.keys(INSTRUCTIONS).find((one): one is Kind => one === values.kind);
if (values.help || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(provider) || kind === undefined) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
// npm runs scripts in the package's folder; a path is relative to where it was typed.
const rails = values.into ? resolve(process.env.INIT_CWD ?? process.cwd(), values.into) : join(ROOT, "rails");
const folder = join(rails, provider);
if (existsSync(folder)) {
  console.error(`${folder} exists already: choose another name, or remove it.`);
  process.exit(2);
}

const words = provider.split("-").map((word) => word[0]!.toUpperCase() + word.slice(1));
const name = words.join("");
cpSync(join(ROOT, "rails/example"), folder, { recursive: true });
for (const file of globSync("**/*.ts", { cwd: folder })) {
  const path = join(folder, file);
  writeFileSync(path, renamed(readFileSync(path, "utf8"), kind));
}
// Names of another length break lines elsewhere.
const { status } = spawnSync(
  join(ROOT, "node_modules/.bin/oxfmt"),
  ["--config", join(ROOT, "tools/lint/oxfmt.json"), provider],
  {
    cwd: rails,
    stdio: "inherit",
  },
);
if (status !== 0) process.exit(1);
console.log(`${folder}: a ${kind} rail with account, currencies, simulator, harness, excluded checks, mutants and tests, of which
one sells through the service. It passes the conformance suite against its simulator.

${nextSteps({ provider, name, words: words.join(" ") }, kind)}`);

function renamed(source: string, of: Kind): string {
  return source
    .replaceAll(INSTRUCTIONS.redirect, INSTRUCTIONS[of])
    .replaceAll(/\bredirect\b/g, of)
    .replaceAll("Example Pay", words.join(" "))
    .replaceAll("example-pay", provider)
    .replaceAll(/"example-(signature|reference)"/g, `"${provider}-$1"`)
    .replaceAll(/\bExample(?=[A-Z])/g, name);
}
