import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ExtendedKeyAddresses } from "../../adapters/chain/extended-key-addresses.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

it("the program of the deposits page makes a key whose addresses are those that its mnemonic has", async () => {
  const page = await readFile(join(ROOT, "docs/deposits.md"), "utf8");
  const [, program] = /^```js\n([\s\S]*?)^```$/m.exec(page)!;
  const folder = await mkdtemp(join(tmpdir(), "new-key-"));
  try {
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "new-key.mjs"), program!);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "new-key.mjs")]);
    const [, key] = /^DEPOSIT_XPUB=(.*)$/m.exec(stdout)!;
    const [, address] = /^Address 1: (.*)$/m.exec(stdout)!;
    expect(new ExtendedKeyAddresses(key!).at(1)).toBe(address!.toLowerCase());
    expect(/: ((?:[a-z]+ ?){24})\n/.exec(stdout)).not.toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});
