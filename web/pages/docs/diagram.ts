/** Returns the file, below docs/, of a page's diagram. @param at 1 for the page's first one */
export function diagramOf(page: string, at: number): `images/${string}.svg` {
  return `images/${page.replace(/\.md$/, "").replaceAll("/", "-")}-${at}.svg`;
}
