import { createHook } from "node:async_hooks";
import { expect, it, vi } from "vitest";
import { wordsIn } from "../../../web/words/words.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";

const WAITING = 300;

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));

it("a frame is rendered and compressed once for all that wait for it at the same time", async () => {
  const lot = await partner.lot();
  const open = () => service.call("GET", `/embed/${partner.organisation.slug}/competition/${lot.id}`);
  const texts = vi.spyOn(wordsIn("en"), "text");
  await open();
  service.clock.advance(1_500);
  texts.mockClear();
  await open();
  const ofOnePage = texts.mock.calls.length;
  service.clock.advance(1_500);
  texts.mockClear();
  let packers = 0;
  const hook = createHook({ init: (_id, type) => void (packers += type === "ZLIB" ? 1 : 0) }).enable();
  const since = performance.now();
  const pages = await Promise.all(Array.from({ length: WAITING }, open));
  hook.disable();
  // A page is made again for each second that passes meanwhile.
  const most = 2 + (performance.now() - since) / 1_000;
  expect(pages.map(({ status }) => status)).toEqual(Array(WAITING).fill(200));
  expect(pages[0]!.headers.get("Content-Encoding")).toBe("gzip");
  expect(texts.mock.calls.length / ofOnePage).toBeLessThanOrEqual(most);
  expect(packers - WAITING, "without those of the clients, which unpack").toBeLessThanOrEqual(most);
});
