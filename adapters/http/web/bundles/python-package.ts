import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { zip } from "./archives.ts";

const CLIENT = fileURLToPath(new URL("../../../../clients/python/", import.meta.url));
const PACKAGE = "partner_raffle";
const METADATA = "METADATA";
const ANY_PYTHON = "py3-none-any";
const FILE = /\.pyi?$|^py\.typed$/;

/** A package of the Python client as `pip` installs it. */
interface Wheel {
  readonly name: string;
  readonly body: Buffer;
  /** Paths in the project. */
  readonly sources: readonly string[];
}

/** Packs the Python client: a zip of its files and three that describe it. The same sources have the same bytes. */
export async function packWheel(): Promise<Wheel> {
  const contents = new Map<string, Uint8Array>();
  const names = (await readdir(CLIENT + PACKAGE)).filter((name) => FILE.test(name)).toSorted();
  for (const name of names) contents.set(`${PACKAGE}/${name}`, await readFile(`${CLIENT}${PACKAGE}/${name}`));
  const metadata = await readFile(CLIENT + METADATA, "utf8");
  const [, version] = /^Version: (.*)$/m.exec(metadata)!;
  const sources = [METADATA, ...contents.keys()].map((path) => `clients/python/${path}`);
  const described = `${PACKAGE}-${version}.dist-info`;
  contents.set(`${described}/METADATA`, Buffer.from(metadata));
  const wheel = `Wheel-Version: 1.0\nGenerator: partner-raffle-api\nRoot-Is-Purelib: true\nTag: ${ANY_PYTHON}\n`;
  contents.set(`${described}/WHEEL`, Buffer.from(wheel));
  const record = `${described}/RECORD`;
  const lines = [...contents].map(
    ([path, bytes]) => `${path},sha256=${hash("sha256", bytes, "base64url")},${bytes.byteLength}\n`,
  );
  contents.set(record, Buffer.from(`${lines.join("")}${record},,\n`));
  return { name: `${PACKAGE}-${version}-${ANY_PYTHON}.whl`, body: zip(contents), sources };
}
