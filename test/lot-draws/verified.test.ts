import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DrawRig } from "./draw-rig.ts";
import { PLAIN } from "../support/service/compile-cache.ts";
import { ended } from "../support/ended.ts";
import { opened } from "../support/opened.ts";

let folder: string;
const rig = opened(() => DrawRig.open());
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verified-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function verify(...parameters: string[]): ReturnType<typeof ended> {
  return verifyWith({ API_KEY: rig.partner.key }, parameters);
}

function verifyWith(
  environment: Readonly<Record<string, string>>,
  parameters: readonly string[],
): ReturnType<typeof ended> {
  return ended("npm", ["run", "--silent", "verify", "--", ...parameters], {
    ...PLAIN,
    HOME: folder,
    ...environment,
  });
}

it("npm run verify passes what is served of a committed and of a drawn lot, and fails on a changed byte", async () => {
  const lotId = await rig.committed(3, 1, 4, 1, 5, 9);
  const url = `${rig.service.baseUrl}/api/v1/competitions/${lotId}/draw`;
  const committed = await verify(url);
  expect(committed.output).toContain("the winner is not decided yet");
  expect(committed.status).toBe(0);

  const { blockNumber } = (await rig.document(lotId)).commitment!;
  await rig.chain.mine(blockNumber - (await rig.chain.head()) + 64);
  await rig.turn(lotId);
  const file = join(folder, "draw.ndjson");
  const drawn = await verify(url, "--save", file);
  const { ticketNumber } = (await rig.document(lotId)).winner!;
  expect(drawn.output).toContain(`verified: ticket ${ticketNumber} won`);
  expect(drawn.status).toBe(0);

  expect(await verify(file)).toMatchObject({ status: 0 });
  const saved = await readFile(file, "utf8");
  const hash = /"(?<first>\w)(?<rest>\w{63})"\]\n$/.exec(saved)!.groups!;
  const changed = saved.replace(/"\w{64}"\]\n$/, `"${hash.first === "0" ? "1" : "0"}${hash.rest}"]\n`);
  expect(changed).not.toBe(saved);
  await writeFile(file, changed);
  const failed = await verify(file);
  expect(failed.output).toContain("FAILED");
  expect(failed.status).toBe(1);
});

it("npm run verify passes what is served without a key, and needs none", async () => {
  const lotId = await rig.drawn(2, 7, 1);
  const { slug } = rig.partner.organisation;
  const url = `${rig.service.baseUrl}/embed/${slug}/competition/${lotId}/draw.json`;
  const { status, output } = await verifyWith({}, [url]);
  expect(output).toContain(`verified: ticket ${(await rig.document(lotId)).winner!.ticketNumber} won`);
  expect(status).toBe(0);
});
