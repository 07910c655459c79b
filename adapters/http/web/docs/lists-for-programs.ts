import { addressOf, type Documents, targetOf } from "./documents.ts";

const INDEX = "README.md";
/** Rows of the index for a partner's developer: the first one, and those that go on from it. */
const PARTNERS_ROW = /^\| (?:\*\*a partner's developer\*\*|…).*$/gm;
const LINK = /\]\(([^)#\s]+\.md)/g;
const TITLE = /^# (.+)$/m;

/** Returns the list of all pages, each in a line, as programs that read expect it at `llms.txt`. */
export async function pageList(documents: Documents, baseUrl: string): Promise<string> {
  const pages = await documents.pages();
  const partners = await partnersPages(documents);
  const others = pages.filter((file) => !partners.includes(file) && file !== INDEX);
  const groups: readonly (readonly [title: string, files: readonly string[]])[] = [
    ["For partners", partners],
    [
      "For members, integrators, authors of tests, contributors",
      others.filter((file) => !/^(api|operators|decisions)\//.test(file)),
    ],
    ["For operators", others.filter((file) => file.startsWith("operators/"))],
    ["Reference of the operator interface", others.filter((file) => file.startsWith("api/"))],
    ["Decisions", others.filter((file) => file.startsWith("decisions/"))],
  ];
  const sections = await Promise.all(
    groups.map(async ([title, files]) => {
      const lines = await Promise.all(
        files.map(async (file) => {
          const { title, about } = headOf(await documents.markdown(file));
          return `- [${title}](${baseUrl}/docs/${file}): ${about}`;
        }),
      );
      return `## ${title}\n\n${lines.join("\n")}`;
    }),
  );
  return `# Partner Raffle API

> Prize raffles for partners over REST: competitions, hosted checkout, draws that anyone can verify, signed webhooks.

The API is at ${baseUrl}/api/v1, its OpenAPI document at ${baseUrl}/api/v1/openapi.json. A refusal names the section of its error in \`docUrl\`. The partner's pages in one: ${baseUrl}/docs/llms-full.txt. The index: ${baseUrl}/docs/${INDEX}

${sections.join("\n\n")}
`;
}

/** Returns the partner's pages in one text. */
export async function partnersText(documents: Documents, baseUrl: string): Promise<string> {
  const files = [INDEX, ...(await partnersPages(documents))];
  const texts = await Promise.all(
    files.map(
      async (file) => `<!-- ${baseUrl}/docs/${addressOf(file)} -->\n\n${await documents.markdown(file)}`,
    ),
  );
  return texts.join("\n\n");
}

/** Returns the pages that the index names for a partner's developer, with the reference of each endpoint. */
async function partnersPages(documents: Documents): Promise<string[]> {
  const rows = (await documents.markdown(INDEX)).match(PARTNERS_ROW) ?? [];
  const linked = rows.flatMap((row) =>
    [...row.matchAll(LINK)].map(([, target]) => targetOf(INDEX, target!).file),
  );
  const reference = (await documents.pages()).filter((file) => /^api\/(public\/)?[^/]+$/.test(file));
  return [...new Set([...linked, ...reference])];
}

/** Returns a page's title, and the first sentence of its first paragraph. */
function headOf(markdown: string): { readonly title: string; readonly about: string } {
  const title = plain(TITLE.exec(markdown)?.[1] ?? "");
  const paragraphs = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").split(/\n{2,}/);
  const first = plain(paragraphs.find((text) => /^[\p{L}*`[]/u.test(text)) ?? "");
  const sentence = /^.*?[.!?](?= |$)/.exec(first)?.[0] ?? first;
  return { title, about: sentence };
}

/** Returns a text without links, emphasis, code and line breaks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
