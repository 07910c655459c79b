import { expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, ConsoleBrowser } from "../support/people/console-browser.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const service = opened(() => TestService.open());

const outcome = ({ status, json }: Answer) => (status < 300 ? status : json.error);
/** An owner of a new organisation, signed in and confirmed. */
async function ownerOf(slug: string) {
  const { organisation } = await Partner.add(service, { slug });
  const person = await addPerson(service, {
    memberOf: [{ organisationId: organisation.id, role: "owner" }],
  });
  const browser = await ConsoleBrowser.of(service, person);
  await service.sql("update login set confirmed_at = now()");
  return { organisation, at: `/organisations/${slug}`, browser };
}
const mails = async () => {
  const rows = await service.sql("select count(*)::int as mails from person_mail");
  return rows[0].mails as number;
};

it("one address gets at most five invitations an hour from a team, and the rest are refused with a time", async () => {
  const { at, browser } = await ownerOf("resending");
  const before = await mails();
  const { id } = (await browser.post(`${at}/invitations`, { email: "stranger@shop.example", role: "viewer" }))
    .json.data;
  const again = await Promise.all(
    Array.from({ length: 8 }, () => browser.post(`${at}/invitations/${id}/resend`)),
  );
  expect(again.map(outcome).toSorted()).toEqual([
    ...Array<number>(4).fill(200),
    ...Array<string>(4).fill("rate_limited"),
  ]);
  const refused = again.find(({ status }) => status === 429)!;
  expect(refused.json.retryAfter).toBeGreaterThan(0);
  expect(refused.headers.get("retry-after")).toBe(String(refused.json.retryAfter));
  expect((await mails()) - before).toBe(5);

  await browser.call("DELETE", `${at}/invitations/${id}`);
  const repeated = await browser.post(`${at}/invitations`, {
    email: "stranger@shop.example",
    role: "viewer",
  });
  expect(outcome(repeated)).toBe("rate_limited");
  expect((await browser.get(`${at}/invitations`)).json.data).toEqual([]);
});

it("one team sends at most a hundred such mails a day, and another team is not held back", async () => {
  const [many, other] = [await ownerOf("many"), await ownerOf("other")];
  const invite = ({ at, browser }: typeof many, number: number) =>
    browser.post(`${at}/invitations`, { email: `person${number}@shop.example`, role: "viewer" });
  for (let number = 0; number < 100; number++) expect(outcome(await invite(many, number))).toBe(201);
  expect(outcome(await invite(many, 100))).toBe("rate_limited");
  expect(outcome(await invite(other, 0))).toBe(201);
});

it("changes of a role and resets of a sign-in have the same budget; a removal is never refused", async () => {
  const { at, browser, organisation } = await ownerOf("demoting");
  const person = await addPerson(service, {
    memberOf: [{ organisationId: organisation.id, role: "viewer" }],
  });
  const member = `${at}/members/${person.id}`;
  for (const role of ["finance", "viewer", "finance"])
    expect(outcome(await browser.call("PATCH", member, { body: { role } }))).toBe(200);
  for (let time = 0; time < 2; time++) expect(outcome(await browser.post(`${member}/reset`))).toBe(200);
  expect(outcome(await browser.call("PATCH", member, { body: { role: "owner" } }))).toBe("rate_limited");
  expect(outcome(await browser.post(`${member}/reset`))).toBe("rate_limited");
  const { role } = (await browser.get(`${at}/members`)).json.data.find(
    ({ id }: { id: number }) => id === person.id,
  );
  expect(role).toBe("finance");
  expect(outcome(await browser.call("DELETE", member))).toBe(200);
});
