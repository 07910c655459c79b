import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestService } from "../../support/service/service.ts";

const TSC = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));
const OPTIONS = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: "esnext",
    moduleResolution: "bundler",
    target: "esnext",
    lib: ["esnext", "dom", "dom.iterable"],
    types: [],
    paths: { "https://raffles.example/embed.esm.js": ["./embed.esm.d.ts"] },
  },
  include: ["*.ts"],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "raffle-types-"));
  const service = await TestService.open();
  for (const path of ["/embed.esm.d.ts", "/embed.d.ts"])
    await writeFile(folder + path, (await service.call("GET", path)).text);
  await service.stop();
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(OPTIONS));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns what TypeScript says of a partner's code. */
async function faultsOf(source: string): Promise<string> {
  await writeFile(join(folder, "page.ts"), source);
  return spawnSync(TSC, ["-p", folder, "--singleThreaded"], { encoding: "utf8" }).stdout;
}

it("events are typed wherever they are heard: tag, target, document, window and drawing", async () => {
  const right = `
    import { lot, type PaidDetail } from "https://raffles.example/embed.esm.js";
    const paid = ({ detail }: CustomEvent<PaidDetail>): number => detail.competitionId + detail.quantity;
    document.querySelector("script[data-org]")!.addEventListener("raffle:paid", (event) => {
      const quantity: number = event.detail.quantity;
      paid(event);
    });
    const place = document.querySelector<HTMLElement>("#place")!;
    place.addEventListener("raffle:state", ({ detail }) => detail.state === "sold_out" && detail.competitionId.toFixed());
    place.addEventListener("raffle:failed", ({ detail }) => [detail.reason.length, detail.competitionId.toFixed()]);
    for (const type of ["raffle:open", "raffle:pending", "raffle:close"] as const)
      place.addEventListener(type, ({ detail }) => detail.competitionId.toFixed());
    place.addEventListener("raffle:ready", ({ detail }) => detail.url.length);
    place.addEventListener("raffle:error", ({ detail }) => detail.url.length, { once: true });
    document.addEventListener("raffle:paid", paid);
    addEventListener("raffle:paid", paid);
    window.removeEventListener("raffle:paid", paid);
    document.createElementNS("http://www.w3.org/2000/svg", "g").addEventListener("raffle:paid", paid);
    document.addEventListener("click", ({ clientX }) => clientX);
    lot(place, { host: "raffles.example", org: "acme" }).unmount();
  `;
  expect(await faultsOf(right)).toBe("");
  const wrong = {
    [`document.addEventListener("raffle:paid", ({ detail }) => detail.price)`]: "'price' does not exist",
    [`document.addEventListener("raffle:state", ({ detail }) => detail.state === "over")`]: "no overlap",
    [`document.body.addEventListener("raffle:error", ({ detail }) => detail.url.toFixed())`]:
      "'toFixed' does not exist",
  };
  for (const [source, fault] of Object.entries(wrong)) expect(await faultsOf(source)).toContain(fault);
});

it("open is typed, with what its functions get", async () => {
  const right = `
    import { open } from "https://raffles.example/embed.esm.js";
    const checkout = open({
      host: "raffles.example", org: "acme", lot: 7, quantity: 2, email: "jo@example.com",
      onOpen: ({ competitionId }) => competitionId.toFixed(), onPending() {}, onClose() {},
      onPaid: ({ quantity }) => quantity.toFixed(), onFailed: ({ reason }) => reason.length,
      onBlocked: ({ url }) => url.length, onError: ({ url }) => url.length,
    });
    if (checkout.blocked) location.href = checkout.url;
    checkout.unmount();
  `;
  expect(await faultsOf(right)).toBe("");
  const wrong = `import { open } from "https://raffles.example/embed.esm.js"; open({ host: "", org: "acme" });`;
  expect(await faultsOf(wrong)).toContain("'lot' is missing");
});

it("the global is typed by a separate file, with noConflict", async () => {
  const right = `
    Service.lot("#place", { host: "raffles.example", org: "acme", lot: 7 }).unmount();
    const mine = window.Service.noConflict();
    mine.results(document.body, { host: "raffles.example", org: "acme", lot: 7 });
  `;
  expect(await faultsOf(right)).toBe("");
  expect(await faultsOf(`Service.lot("#place", { host: "raffles.example" })`)).toContain("'org' is missing");
  expect(await faultsOf(`Service.close()`)).toContain("'close' does not exist");
});
