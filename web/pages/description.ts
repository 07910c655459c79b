import escapeHtml from "escape-html";
import MarkdownIt from "markdown-it";

const LINK = "nofollow noopener noreferrer";

const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false, breaks: true });
// Pictures would be loaded from anywhere: what they show is said instead.
markdown.renderer.rules.image = (tokens, at, options, environment, self) =>
  escapeHtml(self.renderInlineAsText(tokens[at]!.children ?? [], options, environment));
markdown.renderer.rules.link_open = (tokens, at, options, _environment, self) => {
  tokens[at]!.attrSet("rel", LINK);
  tokens[at]!.attrSet("target", "_blank");
  return self.renderToken(tokens, at, options);
};
markdown.core.ruler.push("lower-headings", ({ tokens }) => {
  // The first ranks belong to the page.
  for (const token of tokens) if (token.type.startsWith("heading_")) token.tag = "h3";
});

/** Renders a partner's Markdown as HTML: no HTML tags, no pictures, links open in a new window. */
export function descriptionHtml(text: string): string {
  return markdown.render(text);
}

/** The first words of it, plain. */
export function plainDescription(text: string, most = 200): string {
  const words = markdown
    .parse(text, {})
    .map(({ children }) => markdown.renderer.renderInlineAsText(children ?? [], markdown.options, {}))
    .join(" ");
  const characters = [...words.replaceAll(/\s+/g, " ").trim()];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}
