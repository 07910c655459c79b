import type { OnceHeaders } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";

/** Kind of things that a CSV file creates. */
export interface ImportKind {
  /** `prize` */
  readonly noun: string;
  readonly columns: readonly (readonly [name: string, meaning: string])[];
  /** File with every column and one row. */
  readonly template: string;
  readonly send: (
    slug: string,
    body: Schema<"PrizeImport">,
    headers?: OnceHeaders,
  ) => Promise<Schema<"ImportResult">>;
  /** Parts of the query keys that an import changes. */
  readonly changes: readonly string[];
}

export const PRIZES: ImportKind = {
  noun: "prize",
  columns: [
    ["name", "The name. Without it, brand and model are required."],
    ["value_usd", "Required. The value in US dollars, such as 1299.50."],
    ["category", "For example watch, car or trip. Empty: watch."],
    ["condition", "new, unworn, excellent or good. Empty: new."],
    ["description", "Shown to buyers. Markdown is supported."],
    ["brand", "The brand."],
    ["model", "The model."],
    ["reference_number", "The manufacturer's reference number."],
    ["year_manufactured", "The year, such as 2024."],
    ["image_urls", "https addresses, separated by spaces."],
  ],
  template:
    "name,value_usd,category,condition,description,brand,model,reference_number,year_manufactured,image_urls\n" +
    "City bike,1299.50,bicycle,new,A bike for the city,Example,City 7,EX-C7,2026,https://shop.example/bike.jpg\n",
  send: (slug, body, headers) =>
    answerOf(api.POST("/organisations/{slug}/batches/prizes", { params: { path: { slug } }, headers, body })),
  changes: ["prizes"],
};

/** @param timeZone of the organisation, which times without an offset are in */
export const competitionsIn = (timeZone: string): ImportKind => ({
  noun: "competition",
  columns: [
    ["title", "Required. The title that buyers see."],
    ["prize", "Required. The ID or the name of a prize."],
    ["ticket_price_usd", "Required. The price of a ticket in US dollars, such as 2.50. 0: tickets are free."],
    ["max_tickets", "Required. The number of tickets."],
    ["opens", `Required. A day or a time in ${timeZone}, such as 2027-01-31 18:00.`],
    ["closes", `Required. A day or a time in ${timeZone}.`],
    ["description", "Shown to buyers. Markdown is supported."],
    ["image_url", "An https address."],
  ],
  template:
    "title,prize,ticket_price_usd,max_tickets,opens,closes,description,image_url\n" +
    "Win a city bike,City bike,2.50,1000,2030-01-01,2030-01-31 18:00,A bike for the city,https://shop.example/bike.jpg\n",
  send: (slug, body, headers) =>
    answerOf(
      api.POST("/organisations/{slug}/batches/competitions", { params: { path: { slug } }, headers, body }),
    ),
  changes: ["competitions", "competition"],
});
