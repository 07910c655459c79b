import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../app/config/config.ts";
import { demoIntroduction, keptSecrets, seedDemo } from "../../app/demo.ts";
import { TestService } from "../support/service/service.ts";
import { Shell } from "./support/walk.ts";

let folder: string;
let service: TestService;
let shell: Shell;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-"));
  service = await TestService.open();
  shell = new Shell(folder, { PATH: process.env.PATH });
});
afterAll(async () => {
  await shell.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

it("the line that the first start prints sells a ticket, as that of a second start and the lines of the first page do", async () => {
  const config = readConfig({ DATA_DIR: folder });
  const { adminToken } = await keptSecrets(config);
  const first = await seedDemo(service.wiring, config);
  const second = await seedDemo(service.wiring, config);
  expect(second).toEqual(first);

  const { baseUrl } = service;
  const line = demoIntroduction({ baseUrl, adminToken, ...second })
    .trimEnd()
    .split("\n")
    .at(-1)!;
  expectSale(await shell.run(line));

  const page = (await service.call("GET", "/docs/README.md")).text;
  const [, lines] = /^```sh\n([\s\S]*?)^```$/m.exec(page)!;
  expectSale(await shell.run(lines!.replace("sk_…", second.apiKey)));
});

function expectSale({ output, errors }: { readonly output: string; readonly errors: string }): void {
  expect(errors).toBe("");
  expect(output).toContain('"state":"paid"');
  expect(output).toContain('"ticketsIssued":true');
}
