import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";
import { called } from "../service.ts";

export const DOCS_COMMANDS: readonly Command[] = [
  {
    name: "docs",
    help: "print a page of the documents as Markdown, or their list",
    arguments: ["[PAGE]"],
    run: async ({ arguments: [page], baseUrl, output }) => {
      if (page !== undefined && !/^\w[\w/-]*(?:\.md)?$/.test(page))
        throw new UsageError("that is not the name of a page");
      const file = page === undefined ? "llms.txt" : `${page.replace(/\.md$/, "")}.md`;
      const text = await called(`${baseUrl()}/docs/${file}`);
      output.data({ page: file, text }, text.trimEnd());
    },
  },
];
