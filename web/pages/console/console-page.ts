import { html, rendered } from "../html.ts";

interface ConsolePage {
  /** Path prefix of the service: empty, or `/raffles`. */
  readonly prefix: string;
  /** Nonce that allows the page's styles. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** Files that the script imports at once. */
  readonly preloads: readonly string[];
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%233b4fc4'/%3E%3Cpath d='M8 11h16v3.5a1.5 1.5 0 0 0 0 3V21H8v-3.5a1.5 1.5 0 0 0 0-3z' fill='%23fff'/%3E%3C/svg%3E";

/** Renders the page that the console's script fills. */
export function consolePage({ prefix, nonce, script, style, preloads }: ConsolePage): string {
  const at = (file: string) => `${prefix}/admin/assets/${file}`;
  return rendered(html`
    <html lang="en" data-base=${`${prefix}/admin`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="style-nonce" nonce=${nonce} />
        <title>Raffle console</title>
        <link rel="icon" href=${ICON} />
        <link rel="stylesheet" href=${at(style)} />
        ${preloads.map((file) => html`<link rel="modulepreload" href=${at(file)} />`)}
        <script type="module" src=${at(script)} />
      </head>
      <body>
        <div id="console"></div>
        <noscript>The admin area needs JavaScript. Its API, /admin/api/v1, does not.</noscript>
      </body>
    </html>
  `);
}

/** Renders the page shown while the console's files cannot be built or stored. */
export function consoleUnavailablePage(): string {
  return rendered(html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>The admin area is not available</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <h1>The admin area is not available</h1>
          <p>
            Its files could not be made or kept. Selling and the APIs are not affected. The service's log says
            what is wrong.
          </p>
        </main>
      </body>
    </html>
  `);
}
