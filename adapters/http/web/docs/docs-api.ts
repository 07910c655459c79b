import { hash } from "node:crypto";
import { type Request, type RequestHandler, Router } from "express";
import { NotFound } from "../../../../src/shared/problem.ts";
import { docsHtml } from "../../../../web/pages/docs/docs-html.ts";
import { docsPage } from "../../../../web/pages/docs/docs-page.ts";
import { type Answer, sendRefusal } from "../../answers/answer.ts";
import { deliver } from "../../answers/compression.ts";
import { tenantOf } from "../../callers/tenant-host.ts";
import { setFilePolicy, setPagePolicy } from "../policies.ts";
import { clientPackages } from "../bundles/client-package.ts";
import type { SiteAssets } from "../site-assets.ts";
import { addressOf, Documents, isPage, targetOf } from "./documents.ts";
import { pageList, partnersText } from "./lists-for-programs.ts";
import { sellingSection } from "./selling-lines.ts";

const LISTS = new Map([
  ["llms.txt", pageList],
  ["llms-full.txt", partnersText],
]);
const PLAIN = "text/plain; charset=utf-8";
const TYPES: Readonly<Record<string, string>> = {
  go: PLAIN,
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  mts: PLAIN,
  php: PLAIN,
  png: "image/png",
  py: PLAIN,
  tgz: "application/gzip",
  svg: "image/svg+xml; charset=utf-8",
  tsx: PLAIN,
  txt: PLAIN,
  vue: PLAIN,
  whl: "application/zip",
  yml: "text/yaml; charset=utf-8",
};
const PACKAGE = /^clients\/([^/]+\.(?:tgz|whl))$/;
const CACHED_FOR = "public, max-age=300";
const PATH = /^\/docs(?:\/|$)/;

interface DocsOptions {
  readonly assets: SiteAssets;
  readonly baseUrl: string;
  readonly baseDomain: string | null;
  /** true: payments are simulated, and the lines of the first page pay. */
  readonly simulated: boolean;
}

/** The pages of docs/, at the service's own address alone. */
export function docsRoutes(options: DocsOptions): RequestHandler {
  const { baseUrl, baseDomain } = options;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  const answers = new DocsAnswers({ ...options, prefix });
  const router = Router({ caseSensitive: true, strict: true });
  router.get(PATH, async (request, response) => {
    response.locals.route = "/docs/{page}";
    try {
      if (tenantOf(request, baseDomain) !== null) throw NotFound.because("This path does not exist.");
      const found =
        request.path === "/docs" ? "folder" : await answers.at(request.path.slice("/docs/".length), request);
      if (found === null) throw NotFound.because("This path does not exist.");
      if (found === "folder") return response.redirect(308, `${prefix}${request.path}/`);
      const type = found.headers["Content-Type"];
      if (type === TYPES.html) setPagePolicy(response, "document", baseUrl);
      else setFilePolicy(response, type === TYPES.svg ? "drawing" : "data");
      await deliver(request, response, found);
    } catch (error) {
      sendRefusal(response, error);
    }
  });
  return router;
}

/** The answers at addresses below `/docs/`. Each is made at its first request and kept. */
class DocsAnswers {
  readonly #options: DocsOptions & { readonly prefix: string };
  readonly #documents: Documents;
  readonly #answers = new Map<string, Promise<Answer>>();

  constructor(options: DocsOptions & { readonly prefix: string }) {
    this.#options = options;
    this.#documents = new Documents([...LISTS.keys()], sellingSection(options.baseUrl, options.simulated));
  }

  /** @returns `folder`: the address lacks the slash at its end; null: nothing is there */
  async at(address: string, request: Request): Promise<Answer | "folder" | null> {
    const list = LISTS.get(address);
    if (list)
      return this.#once(address, async () =>
        answerOf("txt", await list(this.#documents, this.#options.baseUrl)),
      );
    const [, packed] = PACKAGE.exec(address) ?? [];
    if (packed !== undefined) {
      const found = (await clientPackages()).get(packed);
      return found ? this.#once(address, async () => answerOf(packed, Buffer.from(found.body))) : null;
    }
    const addresses = await this.#documents.addresses();
    const file = addresses.get(address);
    if (file === undefined) return addresses.has(`${address}/`) ? "folder" : null;
    if (!isPage(file))
      return this.#once(file, async () => answerOf(shownAs(file), await this.#documents.bytes(file)));
    const isMarkdown =
      address === file || request.accepts(["text/html", "text/markdown"]) === "text/markdown";
    const varies: Answer["headers"] = address === file ? {} : { Vary: "Accept, Accept-Encoding" };
    return isMarkdown
      ? this.#once(`${address}.md`, async () => answerOf("md", await this.#documents.markdown(file), varies))
      : this.#once(`${address}.html`, async () => answerOf("html", await this.#page(file), varies));
  }

  async #page(file: string): Promise<string> {
    const { assets, baseUrl, prefix } = this.#options;
    const address = (of: string) => `${prefix}/docs/${addressOf(of)}`;
    const link = (target: string) => {
      const { file: to, rest } = targetOf(file, target);
      return target.startsWith("#") ? target : address(to) + rest;
    };
    const { html, ...facts } = docsHtml(await this.#documents.markdown(file), { file, address, link });
    const { name: style } = await assets.file("docs.css");
    return docsPage({ ...facts, baseUrl, prefix, style, body: html, markdown: `${prefix}/docs/${file}` });
  }

  /** Makes an answer once; again after a failure. */
  #once(name: string, make: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#answers.get(name) ?? make();
    this.#answers.set(name, answer);
    answer.catch(() => this.#answers.delete(name));
    return answer;
  }
}

/** Returns the ending of a file's type. An example of a page is shown as text. */
function shownAs(file: string): string {
  return file.endsWith(".html") ? "txt" : file;
}

function answerOf(kind: string, body: string | Buffer, headers: Answer["headers"] = {}): Answer {
  const bytes = Buffer.from(body);
  const ETag = `"${hash("sha256", bytes, "base64url")}"`;
  const type = { "Content-Type": TYPES[kind.split(".").at(-1)!]!, "Cache-Control": CACHED_FOR };
  return { status: 200, body: bytes, headers: { ...type, ETag, ...headers } };
}
