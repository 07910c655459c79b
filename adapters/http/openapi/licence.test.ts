import { expect, it } from "vitest";
import { licenceOf } from "./licence.ts";

it("an SPDX identifier leads to its text, another name to what npm means by it", () => {
  expect(licenceOf("Apache-2.0")).toEqual({
    name: "Apache-2.0",
    url: "https://spdx.org/licenses/Apache-2.0.html",
  });
  for (const name of ["UNLICENSED", "SEE LICENSE IN LICENCE.md", "(MIT OR Apache-2.0)"])
    expect(licenceOf(name).url).toContain("docs.npmjs.com");
});
