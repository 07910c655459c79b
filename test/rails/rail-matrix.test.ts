import { expect, it } from "vitest";
import { declaredRails } from "../../tools/documents/unconnected.ts";
import { columnsOf } from "../../tools/documents/rail-matrix.ts";
import { mutantsOf } from "../mutants/mutants.ts";

const MUTANTS_MIN = 10;

it("every check of the list is tested for every rail, or something says why it does not apply", async () => {
  const columns = await columnsOf(await declaredRails());
  expect(columns.filter(({ tested }) => !tested).map(({ name }) => name)).toEqual([]);
  const missing = columns.flatMap(({ name, cells }) =>
    [...cells].filter(([, { state }]) => state === "missing").map(([id]) => `${name}: ${id}`),
  );
  expect(missing).toEqual([]);
});

it("every rail has mutants, in rails/<provider>/test/mutants.ts", async () => {
  const providers = [...new Set((await declaredRails()).map(({ provider }) => provider))];
  const lacking: string[] = [];
  for (const provider of providers)
    if (((await mutantsOf(provider))?.length ?? 0) < MUTANTS_MIN) lacking.push(provider);
  expect(lacking, `rails with fewer than ${MUTANTS_MIN} mutants`).toEqual([]);
});
