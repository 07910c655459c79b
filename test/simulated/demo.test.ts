import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../../app/config/config.ts";
import { seedDemo } from "../../app/demo.ts";
import { DemoDraws } from "../../app/demo-draws.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { OrganisationAdministration } from "../../src/organisations/organisation-administration.ts";
import { Organisations } from "../../ports/organisations/organisations.ts";
import { operatorPrincipal } from "../../ports/principal.ts";
import { opened } from "../support/opened.ts";
import { TestService } from "../support/service/service.ts";

const service = opened(() => TestService.open());
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "demo-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

async function lotsOf(slug: string) {
  const organisation = (await service.wiring.get(Organisations).bySlug(slug))!;
  const filter = { state: null, ids: null };
  const page = { limit: 100, after: null };
  const lots = await service.wiring.get(Lots).list(organisation.id, filter, service.clock.now(), page);
  return { organisation, lots: lots.map(({ lot }) => lot) };
}

it("makes two organisations with their own looks and languages, once, and mends the addresses of their pictures", async () => {
  const config = readConfig({ DATA_DIR: folder.path });
  await seedDemo(service.wiring, config);
  const before = await lotsOf("yasmin");
  expect(before.lots).toHaveLength(3);
  expect(before.organisation).toMatchObject({ locale: "ar", minimumAge: 18, theme: { font: "serif" } });
  const page = (await service.call("GET", "/embed/yasmin")).text;
  expect(page).toContain('<html lang="ar" dir="rtl"');
  for (const { title } of before.lots) expect(page).toContain(title);

  // A start at another port left it so.
  const [first] = before.lots;
  const stale = first!.imageUrl!.replace(service.baseUrl, "http://127.0.0.1:1");
  await service.wiring.get(Lots).change(before.organisation.id, first!.id, { imageUrl: stale });
  await seedDemo(service.wiring, config);
  expect(await lotsOf("yasmin")).toEqual(before);
  expect((await lotsOf("demo")).lots).toHaveLength(5);
});

it("starts a draw with all tickets taken, the same for visitors who ask at about the same time, at most 30 an hour", async () => {
  const draws = new DemoDraws(service.wiring);
  const [id, same] = await Promise.all([draws.start("yasmin"), draws.start("yasmin")]);
  expect(same).toBe(id);
  const lot = (await lotsOf("yasmin")).lots.find((each) => each.id === id)!;
  expect(lot).toMatchObject({ sold: 12, maxTickets: 12, held: 0, priceCents: 0 });
  expect(lot.endAt.getTime() - service.clock.now().getTime()).toBeLessThanOrEqual(40_000);
  await expect(draws.start("acme")).rejects.toMatchObject({ code: "not_found" });

  // Not the competition that the printed line of the next start sells.
  const config = readConfig({ DATA_DIR: folder.path });
  expect((await seedDemo(service.wiring, config)).competitionId).not.toBe(await draws.start("demo"));

  let started = 2;
  const another = async () => {
    service.clock.advance(20_000);
    started += 1;
    await draws.start("demo");
  };
  await expect(
    (async () => {
      for (;;) await another();
    })(),
  ).rejects.toMatchObject({ code: "rate_limited" });
  // Some of the budget came back meanwhile.
  expect(started).toBeLessThan(40);
});

it("starts a draw where the organisation asks a question before each order", async () => {
  const { organisation } = await lotsOf("demo");
  const act = { actor: operatorPrincipal("test"), requestId: "test" };
  const administration = service.wiring.get(OrganisationAdministration);
  await administration.changeOrganisation(act, organisation, { entryQuestionRequired: true });
  const id = await new DemoDraws(service.wiring).start("demo");
  expect((await lotsOf("demo")).lots.find((lot) => lot.id === id)).toMatchObject({ sold: 12 });
});
