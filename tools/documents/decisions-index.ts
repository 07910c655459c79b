/** The index of docs/decisions. */
import { readFile, readdir } from "node:fs/promises";
import { page } from "./markdown.ts";

const FOLDER = new URL("../../docs/decisions/", import.meta.url);

/** A record's head: number, title, date and area. */
const HEAD =
  /^# D(\d+): (.+)\n\nStatus: (?:accepted on|replaced by D\d+ on) \d{4}-\d\d-\d\d\. Area: (.+)\.\n/;

/** Areas, in the order of the index. */
const AREAS = [
  "Storage and concurrency",
  "Checkout",
  "Competitions and prizes",
  "Refunds and disputes",
  "Rails and providers",
  "Draws of competitions",
  "Fair draws and deposits",
  "The HTTP API",
  "Webhooks",
  "Running the service",
  "Pages for buyers",
  "The admin area",
  "The code",
] as const;

const INTRO = `Each record has one decision that a newcomer would question: the context, the decision, the alternatives, the price, and when to
revisit it. A record is binding until another one replaces it. Its number stays the same, and numbers of former records are not used again.

To add one, take the next number, copy the headings of another record, and use at most 40 lines; \`npm run docs\` writes this index.
A change that contradicts a record changes the record in the same commit. What one function does, or a measurement that decides nothing,
is not a record: it belongs in the function's comment or in [performance](../performance.md).`;

/** @returns the page docs/decisions/README.md */
export async function decisionsIndex(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d/.test(file)).toSorted();
  const records = await Promise.all(files.map(async (file) => ({ file, ...(await headOf(file)) })));
  const sections = AREAS.map((area) => {
    const lines = records
      .filter((record) => record.area === area)
      .map(({ number, title, file }) => `- [D${number}: ${title}](${file})`);
    return `## ${area}\n\n${lines.join("\n")}`;
  });
  return page("Decisions", `${INTRO}\n\n${sections.join("\n\n")}`);
}

async function headOf(file: string): Promise<{ number: string; title: string; area: string }> {
  const head = HEAD.exec(await readFile(new URL(file, FOLDER), "utf8"));
  const [, number, title, area] = head ?? [];
  if (!AREAS.some((known) => known === area)) throw new Error(`docs/decisions/${file} has no valid head`);
  return { number: number!, title: title!, area: area! };
}
