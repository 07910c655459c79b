import { expect, it } from "vitest";
import { addOrganisation, openPool } from "../../../test/support/builders/organisations.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import { opened } from "../../../test/support/opened.ts";
import { PostgresDepositBook } from "./deposit-book.ts";

const database = opened(createDatabase);
const db = opened(() => openPool(database.url, 2));

it("a deposit address is added again without effect, and never for another organisation or source", async () => {
  const book = new PostgresDepositBook(db);
  const [own, other] = [(await addOrganisation(db)).id, (await addOrganisation(db)).id];
  const address = `0x${"a".repeat(40)}` as const;
  const added = { organisationId: own, source: "1".repeat(64), address, now: new Date() };
  await book.add(added);
  await book.add(added);
  expect(await book.addressesOf(own)).toEqual([address]);
  // Its tokens would be credited to the organisation that has it.
  for (const taken of [{ organisationId: other }, { source: "2".repeat(64) }])
    await expect(book.add({ ...added, ...taken })).rejects.toThrow("deposit_address_address_key");
  expect(await book.addressesOf(other)).toEqual([]);
});
