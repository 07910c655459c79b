import manifest from "partner-raffle-api/package.json" with { type: "json" };

/** Names that are no SPDX identifiers are npm's: this page says what they mean. */
const NPM = "https://docs.npmjs.com/cli/configuring-npm/package-json#license";

/** The package's licence, as OpenAPI names one. */
export const LICENCE = licenceOf(manifest.license);

/** @param name an SPDX identifier, or `UNLICENSED`: nothing is licensed */
export function licenceOf(name: string): { readonly name: string; readonly url: string } {
  const isSpdx = /^[A-Za-z0-9.+-]+$/.test(name) && name !== "UNLICENSED";
  return { name, url: isSpdx ? `https://spdx.org/licenses/${name}.html` : NPM };
}
