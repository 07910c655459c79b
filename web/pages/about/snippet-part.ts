import { type Locale, LOCALES } from "../../../src/shop/locale.ts";
import type { Snapshot } from "../../../src/shop/shop-window.ts";
import { type PinnedFile, type Snippet, snippetOf } from "../../snippet/snippet.ts";
import type { Key, Words } from "../../words/words.ts";
import type { Scheme, Site } from "../face.ts";
import { type Html, html } from "../html.ts";

/** Fields of the generator. Empty: all, or as the visitor prefers. */
export interface SnippetFields {
  readonly competition: string;
  readonly locale: string;
  readonly scheme: string;
  readonly affiliate: string;
  /** The widget's script of this build. */
  readonly file: PinnedFile;
}

interface SnippetPage {
  readonly snapshot: Snapshot;
  readonly locale: string;
  readonly scheme: Scheme;
  readonly snippet: SnippetFields;
}

const LINES: readonly (readonly [part: keyof Snippet, title: Key])[] = [
  ["tag", "snippet.tag"],
  ["pinned", "snippet.pinned"],
  ["policy", "snippet.policy"],
];

/** The generator of the lines for a partner's page. A script follows the choice; without one a button does. */
export function snippetPart({ baseUrl, prefix }: Site, page: SnippetPage, words: Words): Html {
  const { snapshot, snippet } = page;
  const { shopkeeper } = snapshot;
  const { file, ...fields } = snippet;
  const chosen = choosableIn(snapshot).find(({ lot }) => String(lot.id) === fields.competition);
  const common = { base: baseUrl, slug: shopkeeper.slug };
  const name = chosen?.lot.title ?? shopkeeper.name;
  const lines = snippetOf({ ...common, ...fields, competition: chosen && fields.competition, name }, file);
  const a = (pieces: unknown[]) =>
    html`<a href=${`${prefix}/docs/widget#looks-language-who-may-frame`}>${pieces}</a>` as object;
  return html`
    <section
      class="about"
      id="snippet"
      data-snippet
      data-base=${baseUrl}
      data-slug=${shopkeeper.slug}
      data-name=${shopkeeper.name}
      data-url=${file.url}
      data-integrity=${file.integrity}
      data-copied=${words.text("snippet.copied")}
      data-select=${words.text("snippet.select")}
    >
      <h2>${words.text("snippet.title")}</h2>
      <p class="quiet">${words.text("snippet.lead")} ${words.pieces("snippet.looks", { a })}</p>
      ${fieldsOf(page, words)}
      ${LINES.map(([part, title]) => linesPart(part, { title: words.text(title), text: lines[part] }, words))}
    </section>
  `;
}

function fieldsOf({ snapshot, locale, scheme, snippet: fields }: SnippetPage, words: Words): Html {
  const languages = LOCALES.map((each) => [each, languageName(each)] as const);
  return html`
    <form method="get" action="#snippet" class="fields">
      <input type="hidden" name="org" value=${snapshot.shopkeeper.slug} />
      <input type="hidden" name="locale" value=${locale} />
      <input type="hidden" name="scheme" value=${scheme} />
      ${select(words.text("snippet.competition"), "competition", fields.competition, [
        ["", words.text("all")],
        ...choosableIn(snapshot).map(({ lot }) => [String(lot.id), lot.title] as const),
      ])}
      ${select(words.text("demo.language"), "tagLocale", fields.locale, [
        ["", words.text("snippet.visitor")],
        ...languages,
      ])}
      ${select(words.text("demo.colours"), "tagScheme", fields.scheme, [
        ["", words.text("demo.auto")],
        ["light", words.text("demo.light")],
        ["dark", words.text("demo.dark")],
      ])}
      <label>
        <span>${words.text("snippet.affiliate")}</span>
        <input name="affiliate" value=${fields.affiliate} maxlength="64" autocomplete="off" dir="ltr" />
      </label>
      <button class="button second" data-apply>${words.text("snippet.apply")}</button>
    </form>
  `;
}

/** Returns the lots that a page may show for some time. */
function choosableIn({ lots }: Snapshot) {
  return lots.filter(({ state }) => state === "open" || state === "scheduled");
}

/** The name of a language in that language. */
export function languageName(locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
}

function linesPart(
  part: keyof Snippet,
  { title, text }: { readonly title: string; readonly text: string },
  words: Words,
): Html {
  return html`
    <div class="lines">
      <h3 id=${`lines-${part}`}>${title}</h3>
      <pre
        class="snippet"
        dir="ltr"
        tabindex="0"
        role="region"
        aria-labelledby=${`lines-${part}`}
      ><code data-lines=${part}>${text}</code></pre>
      <p class="actions">
        <button
          type="button"
          class="button second"
          id=${`copy-${part}`}
          aria-labelledby=${`copy-${part} lines-${part}`}
          data-copy=${part}
          hidden
        >
          ${words.text("snippet.copy")}
        </button>
        <span role="status"></span>
      </p>
    </div>
  `;
}

function select(
  label: string,
  name: string,
  value: string,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`
    <label>
      <span>${label}</span>
      <select name=${name}>
        ${options.map(
          ([each, text]) => html`<option value=${each} selected=${each === value}>${text}</option>`,
        )}
      </select>
    </label>
  `;
}
