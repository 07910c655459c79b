import escapeHtml from "escape-html";
import MarkdownIt, { type Token } from "markdown-it";
import { diagramOf } from "./diagram.ts";

/** The place of a page, and the targets of its links. */
interface Place {
  /** The page's file below docs/. */
  readonly file: string;
  /** Returns the address of a file below docs/. */
  readonly address: (file: string) => string;
  /** Returns the address that a link of the page leads to. */
  readonly link: (target: string) => string;
}

/** A heading of the second rank, with its anchor. */
export interface Section {
  readonly id: string;
  readonly text: string;
}

interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

interface Heading extends Section {
  readonly rank: string;
}

const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false });
// What is wider than a phone scrolls in its own box, which the keyboard reaches.
markdown.renderer.rules.table_open = () =>
  `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n`;
markdown.renderer.rules.table_close = () => "</table></div>\n";
markdown.renderer.rules.fence = (tokens, at) => codeBlock(tokens[at]!.content);
markdown.renderer.rules.code_block = markdown.renderer.rules.fence;
markdown.renderer.rules.heading_close = (tokens, at) => {
  const [{ tag }, inline, open] = [tokens[at]!, tokens[at - 1]!, tokens[at - 2]!];
  const label = escapeHtml(`Link to ${textOf(inline)}`);
  return `<a class="anchor" href="#${open.attrGet("id")}" aria-label="${label}">#</a></${tag}>\n`;
};

/** Renders a page of docs/ as HTML: no HTML tags of the page, no script, no style. */
export function docsHtml(text: string, place: Place): Rendered {
  const tokens = markdown.parse(text, {});
  const headings: Heading[] = [];
  const seen = new Map<string, number>();
  let diagrams = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const text = textOf(tokens[at + 1]!);
      const id = anchorOf(text, seen);
      token.attrSet("id", id);
      headings.push({ rank: token.tag, id, text });
    } else if (token.type === "fence" && token.info.trim() === "mermaid") {
      const image = place.address(diagramOf(place.file, ++diagrams));
      token.type = "html_block";
      token.content = diagram(image, `Diagram: ${headings.at(-1)?.text}`, token.content);
    } else if (token.type === "th_open" || token.type === "td_open") {
      alignByClass(token);
    }
    for (const child of token.children ?? [])
      if (child.type === "link_open") child.attrSet("href", place.link(String(child.attrGet("href"))));
  }
  return {
    title: headings[0]?.text ?? place.file,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections: headings.filter(({ rank }) => rank === "h2"),
  };
}

/** Renders the picture, which was drawn when pages were made, and its source, which a screen reader can read. */
function diagram(image: string, name: string, source: string): string {
  const label = escapeHtml(name);
  return `<figure><div class="wide" tabindex="0" role="group" aria-label="${label}"><img src="${escapeHtml(image)}" alt="${label}"></div>
<details><summary>The diagram as text</summary>${codeBlock(source)}</details></figure>\n`;
}

function codeBlock(content: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(content)}</code></pre>\n`;
}

/** Replaces the style in an attribute, which the policy of pages does not allow. */
function alignByClass(token: Token): void {
  if (token.attrGet("style") === "text-align:right") token.attrSet("class", "right");
  token.attrs = token.attrs?.filter(([name]) => name !== "style") ?? null;
}

function textOf({ children }: Token): string {
  return (children ?? []).map(({ content }) => content).join("");
}

/** Returns the anchor that GitHub makes of a heading. @param seen anchors of the page, with the repeats of each */
function anchorOf(heading: string, seen: Map<string, number>): string {
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
  let anchor = plain;
  while (seen.has(anchor)) {
    const count = seen.get(plain)! + 1;
    seen.set(plain, count);
    anchor = `${plain}-${count}`;
  }
  seen.set(anchor, 0);
  return anchor;
}
