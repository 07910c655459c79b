/** Makes all files for browsers, packs the clients and keeps them in `built`: a start that finds them makes none. `npm run build` */
import { bundle } from "../../adapters/http/web/bundles/buyers-files.ts";
import { packClients } from "../../adapters/http/web/bundles/client-package.ts";
import { bundleConsole } from "../../adapters/http/web/bundles/console-files.ts";
import { keepFiles } from "../../adapters/http/web/bundles/kept-files.ts";

// One after the other: each stops the bundler's process.
await keepFiles("buyers", { ...(await bundle()), more: null });
const packages = await packClients();
await keepFiles("clients", { ...packages, more: null });
const { entry, ...assets } = await bundleConsole();
await keepFiles("console", { ...assets, more: entry });
for (const [name, { body, gzip }] of [...packages.files, ...assets.files])
  console.log(name, body.byteLength, gzip.byteLength);
