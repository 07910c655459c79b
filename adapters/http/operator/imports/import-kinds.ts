import type { Prizes } from "../../../../ports/lots/prizes.ts";
import type { LotAdministration } from "../../../../src/lot-administration/lot-administration.ts";
import type { PrizeActs } from "../../../../src/lot-administration/prize-acts.ts";
import type { OrganisationId, PrizeId } from "../../../../src/shared/ids.ts";
import { validate } from "../../../../src/shared/input/validation.ts";
import { competitionCreate, toNewLot } from "../../partner/competitions-api.ts";
import { prizeCreate, toNewPrize } from "../../partner/prizes-api.ts";
import { addressesIn, centsIn, integerIn, timeIn, WrongCell } from "./cells.ts";
import type { ImportKind } from "./import-rows.ts";

type Columns = ImportKind<unknown>["columns"];

export const PRIZE_COLUMNS: Columns = [
  { name: "name", member: "name" },
  { name: "value_usd", member: "retailValueUSDCents", isRequired: true, read: centsIn },
  { name: "category", member: "category" },
  { name: "condition", member: "condition", read: (text) => text.toLowerCase() },
  { name: "description", member: "description" },
  { name: "brand", member: "brand" },
  { name: "model", member: "model" },
  { name: "reference_number", member: "referenceNumber" },
  { name: "year_manufactured", member: "yearManufactured", read: integerIn },
  { name: "image_urls", member: "imageUrls", read: addressesIn },
];

export const COMPETITION_COLUMNS: Columns = [
  { name: "title", member: "title", isRequired: true },
  { name: "prize", member: "prizeId", isRequired: true },
  { name: "ticket_price_usd", member: "ticketPriceUSDCents", isRequired: true, read: centsIn },
  { name: "max_tickets", member: "maxTickets", isRequired: true, read: integerIn },
  { name: "opens", member: "startDate", isRequired: true, read: localTime },
  { name: "closes", member: "endDate", isRequired: true, read: localTime },
  { name: "description", member: "description" },
  { name: "image_url", member: "imageUrl" },
];

function localTime(text: string, { timeZone }: { readonly timeZone: string }): string {
  return timeIn(timeZone, text);
}

export function prizeKind(acts: PrizeActs): ImportKind<ReturnType<typeof toNewPrize>> {
  return {
    columns: PRIZE_COLUMNS,
    title: "name",
    describe: (body) => toNewPrize(validate(prizeCreate, body)),
    check: async () => {},
    create: async (act, organisation, prize) => (await acts.add(act, organisation.id, prize)).id,
  };
}

export function competitionKind(
  administration: LotAdministration,
  prizes: Prizes,
): ImportKind<ReturnType<typeof toNewLot>> {
  return {
    columns: COMPETITION_COLUMNS.map((column) =>
      column.name === "prize" ? { ...column, read: (text, { id }) => prizeIn(prizes, id, text) } : column,
    ),
    title: "title",
    describe: (body) => toNewLot(validate(competitionCreate, body)),
    check: (organisation, lot) => administration.check(organisation.id, lot),
    create: async (act, organisation, lot) => (await administration.create(act, organisation.id, lot)).lot.id,
  };
}

/** Returns the id of the prize that a cell names, or has the id of. */
async function prizeIn(prizes: Prizes, organisationId: OrganisationId, text: string): Promise<PrizeId> {
  const found = /^[1-9]\d{0,14}$/.test(text)
    ? [await prizes.byId(organisationId, Number(text) as PrizeId)]
    : await prizes.withName(organisationId, text);
  if (found.length > 1) throw new WrongCell("is the name of several prizes: use the ID of one");
  if (!found[0]) throw new WrongCell("must be the ID or the name of a prize of the organisation");
  return found[0].id;
}
