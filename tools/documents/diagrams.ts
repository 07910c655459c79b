/** The pictures of docs/images: each Mermaid block of a page, drawn as SVG without a browser. */
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { renderMermaidSVG } from "beautiful-mermaid";
import { diagramOf } from "../../web/pages/docs/diagram.ts";

const FOLDER = fileURLToPath(new URL("../../docs/", import.meta.url));
const BLOCK = /^```mermaid\n([\s\S]*?)^```$/gm;

/** Colours of both schemes and the fonts of the page, in place of the library's, which names a font of another host. */
const STYLE = `<style>
  :root { --bg: #ffffff; --fg: #1f2430; --muted: #525a6b; --line: #8a91a1; --surface: #f5f6f8; --border: #b9bfca; }
  @media (prefers-color-scheme: dark) {
    :root { --bg: #14161c; --fg: #e8eaf0; --muted: #aab1c0; --line: #7d8494; --surface: #20232c; --border: #4a5060; }
  }
  svg {
    --_text: var(--fg); --_text-sec: var(--muted); --_text-muted: var(--muted); --_text-faint: var(--muted);
    --_line: var(--line); --_arrow: var(--fg); --_node-fill: var(--surface); --_node-stroke: var(--border);
    --_group-fill: var(--bg); --_group-hdr: var(--surface); --_inner-stroke: var(--border); --_key-badge: var(--surface);
    background: var(--bg);
  }
  text { font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
  .message text, .block text { paint-order: stroke; stroke: var(--bg); stroke-width: 5px; stroke-linejoin: round; }
</style>`;

/** @returns file below docs/ to its SVG */
export async function diagrams(): Promise<ReadonlyMap<string, string>> {
  const drawn = new Map<string, string>();
  for (const page of (await Array.fromAsync(glob("**/*.md", { cwd: FOLDER }))).toSorted())
    for (const [at, [, source]] of [...(await readFile(FOLDER + page, "utf8")).matchAll(BLOCK)].entries())
      drawn.set(diagramOf(page, at + 1), drawing(source!));
  return drawn;
}

function drawing(source: string): string {
  return (
    renderMermaidSVG(numbered(source))
      .replace(/<style>[\s\S]*?<\/style>/, STYLE)
      .replace(/(?<=^<svg [^>]*?) style="[^"]*"/, "")
      .replaceAll(/<text [^>]*>\(no attributes\)<\/text>/g, "")
      // Lengths that other processors round in another way, to a hundredth of a pixel.
      .replaceAll(/\d+\.\d{3,}/g, (length) => String(Number(Number(length).toFixed(2))))
      .replaceAll(/[^\S\n]+$|^\n/gm, "")
      .trimEnd() + "\n"
  );
}

/** Writes the numbers of messages into a sequence that asks for them: the library does not. */
function numbered(source: string): string {
  if (!/^\s*autonumber$/m.test(source)) return source;
  let number = 0;
  return source.replaceAll(/^(\s*\w+-?->>\w+: )/gm, (message) => `${message}${++number}. `);
}
