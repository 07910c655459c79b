import { expect, it } from "vitest";
import { opened } from "../../support/opened.ts";
import { OperatorRig, ok } from "../../support/builders/operator-rig.ts";

const rig = opened(() => OperatorRig.open());

it("the preview of a receipt is in the organisation's words, with the charge of two tickets, and of its competitions alone", async () => {
  const { slug, competitionId } = await rig.shop();
  const other = await rig.shop();
  const at = (of: string) => `/organisations/${of}/competitions/${competitionId}/receipt-preview`;
  const preview = () => ok(rig.admin("GET", at(slug)));
  expect((await preview()).text).toContain("$10.00");
  await ok(
    rig.admin("PATCH", `/organisations/${slug}`, {
      name: "Glücksbote",
      locale: "de",
      supportEmail: "hilfe@shop.example",
      termsUrl: "https://shop.example/agb",
    }),
  );
  const { subject, text, replyTo } = await preview();
  expect(replyTo).toBe("hilfe@shop.example");
  expect(subject).toContain("Watch");
  expect(subject).toContain("Lose");
  for (const part of ["Glücksbote", "10,00", `/tickets/${slug}`, "https://shop.example/agb"])
    expect(text).toContain(part);
  expect((await rig.admin("GET", at(other.slug))).status).toBe(404);
});
