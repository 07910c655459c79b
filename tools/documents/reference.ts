/** The pages, documents and drawings of docs/ that are generated. */
import { OPERATOR_API, PARTNER_API, PUBLIC_API } from "../../adapters/http/openapi/described-apis.ts";
import { withPartsInPlace } from "../../adapters/http/openapi/shared-parts.ts";
import { SECRETS, VARIABLES } from "../../app/config/config.ts";
import type { Rail } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { publicRoutes } from "../../adapters/http/public/public-api.ts";
import { PERMISSIONS } from "../../src/operations/permission.ts";
import type { Wiring } from "../../app/wiring.ts";
import {
  type ApiDocument,
  anchorOf,
  commonParametersTable,
  commonProblems,
  METHOD_GROUPS,
  pageOf,
  referencePages,
} from "./api-reference.ts";
import { diagrams } from "./diagrams.ts";
import { decisionsIndex } from "./decisions-index.ts";
import { type Api, errorsPage } from "./errors-page.ts";
import { extensionsTable } from "./extensions.ts";
import { documentJson } from "./json.ts";
import { code, page, table } from "./markdown.ts";
import { type PostmanSource, postmanCollection } from "./postman.ts";
import { columnsOf, matrixSection } from "./rail-matrix.ts";
import { openApiDocuments, withWiring } from "./unconnected.ts";
import { rolesPage } from "./roles-page.ts";
import { webhookEventsPage } from "./webhook-events-page.ts";

/** @returns file below docs/ to its text */
export function references(): Promise<ReadonlyMap<string, string>> {
  return withWiring(pages);
}

async function pages(wiring: Wiring): Promise<ReadonlyMap<string, string>> {
  const documents = openApiDocuments(wiring);
  const apis: readonly Api[] = [
    {
      name: "Partner API",
      basePath: PARTNER_API.basePath,
      document: withPartsInPlace(documents.partner as ApiDocument),
      file: "openapi.json",
      folder: "api",
      needs: "scope",
      routes: partnerRoutes(wiring),
    },
    {
      name: "Operator interface",
      basePath: OPERATOR_API.basePath,
      document: withPartsInPlace(documents.operator as ApiDocument),
      file: "openapi-admin.json",
      folder: "api/operator",
      needs: "permission",
      routes: operatorRoutes(wiring),
    },
    {
      name: "Public API",
      basePath: PUBLIC_API.basePath,
      document: withPartsInPlace(documents.visitors as ApiDocument),
      file: "openapi-public.json",
      folder: "api/public",
      needs: "key",
      routes: publicRoutes(wiring),
    },
  ];
  return new Map([
    ["api.md", apiPage(apis)],
    ["configuration.md", configurationPage()],
    ["decisions/README.md", await decisionsIndex()],
    ["errors.md", errorsPage(apis)],
    ["openapi.json", documentJson(documents.partner)],
    ["openapi-3.1.json", documentJson(documents.partner31)],
    ["openapi-admin.json", documentJson(documents.operator)],
    ["openapi-public.json", documentJson(documents.visitors)],
    ["postman.json", documentJson(postmanCollection(withPartsInPlace(documents.partner as PostmanSource)))],
    ["rails.md", await railsPage(wiring.get(Rails).all)],
    ["roles.md", rolesPage()],
    ["webhook-events.md", webhookEventsPage()],
    ...apis.flatMap(({ document, folder }) => [...referencePages(document, folder)]),
    ...(await diagrams()),
  ]);
}

const WITHOUT_A_KEY = `## Without a key

${table(
  ["path", "what it is"],
  [
    [code("GET /docs/"), "these pages; with `.md` or `Accept: text/markdown` as Markdown"],
    [code("GET /docs/llms.txt"), "a list of these pages for programs that read"],
    [code("GET /api/v1"), "name and release, and the addresses of the documents"],
    [code("GET /api/v1/openapi.json"), "OpenAPI 3.0.3 document of the partner API"],
    [
      code("GET /api/v1/openapi-3.1.json"),
      "the same in OpenAPI 3.1, with the webhooks; for strict validators, too: it says exactly where null may stand",
    ],
    [
      code("GET /docs/postman.json"),
      "the partner API as a collection for Postman, Bruno or Insomnia; set its variables `baseUrl` and `apiKey`",
    ],
    [code("GET /embed/openapi.json"), "OpenAPI 3.0.3 document of the [public API](#public-api)"],
    [code("GET /healthz"), "the process lives"],
    [code("GET /readyz"), "it can serve: the database answers and takes writes"],
    [code("GET /metrics"), "for Prometheus; with `METRICS_TOKEN` where it is set, and in production"],
    [code("POST /rails/{kind}/{provider}/{slug}/notifications"), "providers notify here, signed"],
    [code("GET /rails/{kind}/{sessionId}/return"), "buyers come back here from a provider (POST, too)"],
    [code("POST /sandbox/payments/{sessionId}"), "lets the simulated provider act; only with `SANDBOX`"],
    [code("POST /sandbox/chain/mine"), "adds blocks to the simulated chain; only with `SANDBOX`"],
    [code("POST /sandbox/chain/transfers"), "moves a token on the simulated chain; only with `SANDBOX`"],
    [code("GET /sandbox/pay/{sessionId}"), "the simulated provider's page; only with `SANDBOX`"],
  ],
)}`;

function permissionsSection(): string {
  const rows = Object.entries(PERMISSIONS).map(([name, meaning]) => [code(name), meaning]);
  return `## Permissions

The permissions that the routes of the operator interface need. A caller without the permission gets 403 \`insufficient_permission\`, with the permission in \`required\`.

${table(["permission", "what it opens"], rows)}`;
}

function commonParametersSection(apis: readonly Api[]): string {
  const tables = apis.flatMap(({ name, document }) => {
    const common = commonParametersTable(document);
    return common === null ? [] : [`**${name}**`, common];
  });
  return [
    "## Common parameters",
    "Parameters of paths and queries that several endpoints have. An endpoint's section names those that it has, and describes its own.",
    ...tables,
  ].join("\n\n");
}

function apiPage(apis: readonly Api[]): string {
  const intros: Readonly<Record<string, string>> = {
    "Partner API": "Bearer token: an API key of the organisation, with the scope.",
    "Operator interface":
      "Bearer token: `ADMIN_TOKEN`, which has every permission. A tour with examples: [operator interface](operators/operator-api-tour.md).",
    "Public API":
      "No key. Pages of every origin may read it. Each client (an IPv4 address, an IPv6 /64) has a budget of requests, which the operator sets.",
  };
  const sections = apis.map(({ name, basePath, file, folder, needs, routes }) => {
    const rows = routes.map((route) => [
      route.method,
      code(route.path),
      route.scope === "public" ? "none" : code(route.permission ?? route.scope ?? "any key"),
      String(route.status),
      `[${route.summary}](${pageOf(folder, route.tag)}#${anchorOf(route.summary)})`,
    ]);
    const head = ["method", "path", needs, "status", "what it does"];
    return `## ${name}\n\nUnder \`${basePath}\`. ${intros[name]} For programs: [${file}](${file}), which a running service serves at \`${basePath}/openapi.json\`; its \`operationId\`s are the methods of a generated client.\n\n${table(head, rows)}`;
  });
  return page(
    "API reference",
    `The page of each endpoint describes its parameters, fields, limits, answers and problems, and has an example of each object. [Conventions](conventions.md) describes what applies to all endpoints: money, times, ids, paging, repeats and errors. Every path is relative to its server path.

${sections.join("\n\n")}

${commonParametersSection(apis)}

## Problems of every endpoint

The tables of the endpoints do not repeat these problems. [Errors](errors.md) explains them.

${table(
  ["on", "codes"],
  METHOD_GROUPS.map(({ methods }) => [
    `every ${methods.join(", ")}`,
    [...commonProblems(apis[0]!.document, methods[0])].map(code).join(", "),
  ]),
)}

\`not_found\` applies to endpoints with an id in the path.

${permissionsSection()}

## Extensions

Additions of the partner API to its specification. They do not change the meaning of anything that the specification names. A client that does not know them works, except for one call: \`POST /draws/rotate-key\` asks for a second proof, by the new key ([signing draw requests](service-proof.md#replacing-the-key)).

${extensionsTable(apis[0]!.routes)}

${WITHOUT_A_KEY}`,
  );
}

function configurationPage(): string {
  const rows = Object.entries(VARIABLES).map(([name, variable]) => [
    code(name),
    "fallback" in variable ? code(variable.fallback) : "",
    variable.help,
  ]);
  return page(
    "Configuration",
    `Environment variables; \`npm start -- --help\` prints the same. A value that is not valid stops the start with a sentence that names the variable. An empty value counts as none. What is nearly the name of a variable is warned of.

${SECRETS.map(code).join(", ")} may be files, as orchestrators mount secrets: \`ADMIN_TOKEN_FILE=/run/secrets/admin\` names one. Line breaks at its end do not count.

${table(["variable", "default", "meaning"], rows)}`,
  );
}

async function railsPage(rails: readonly Rail[]): Promise<string> {
  const rows = rails.map(({ kind, provider, simulated, capabilities: can }) => [
    code(kind),
    code(provider) + (simulated ? " (simulated)" : ""),
    STATUS[can.status],
    CANCEL[can.cancel],
    REFUNDS[can.refunds],
    can.confirm ? "by the confirm call" : "at the provider",
    `${can.expiryMinutes.min} to ${can.expiryMinutes.max} min${can.expiryMinutes.decidedBy ? ", the provider decides" : ""}`,
    [...can.currencies.keys()].join(" "),
    [...can.minimumCharge].map(([currency, least]) => `${currency} ${least}`).join(", ") || "1",
  ]);
  return page(
    "Rails",
    `What each rail of this build declares. The conformance suite tries every claim. Rails that are simulated are refused with \`NODE_ENV=production\`. How to add one: [adding-a-rail.md](adding-a-rail.md).

${table(
  [
    "kind",
    "provider",
    "can be queried",
    "cancels",
    "refunds",
    "charges",
    "expiry",
    "currencies",
    "least charge (minor units)",
  ],
  rows,
)}

## What an account needs

\`PUT /organisations/{slug}/rails/{kind}\` takes these as \`credentials\` (stored encrypted, never shown again) and \`settings\`. Other
names are refused. Values of settings are texts, numbers or booleans. A simulated rail takes any.

${accountTables(rails)}

${matrixSection(await columnsOf(rails))}`,
  );
}

/** Rails of one provider that need the same are described once. */
function accountTables(rails: readonly Rail[]): string {
  const sections = new Map<string, string[]>();
  for (const { kind, provider, simulated, accountFields } of rails) {
    if (simulated) continue;
    const rows = (["credentials", "settings"] as const).flatMap((part) =>
      Object.entries(accountFields[part]).map(([name, { help, required }]) => [
        code(`${part}.${name}`),
        required ? "yes" : "no",
        help,
      ]),
    );
    const text = rows.length === 0 ? "Nothing." : table(["name", "needed", "what it is"], rows);
    const key = `${provider}\n${text}`;
    sections.set(key, [...(sections.get(key) ?? []), kind]);
  }
  if (sections.size === 0) return "No rail of this build charges real money.";
  return [...sections]
    .map(([key, kinds]) => {
      const [provider, ...lines] = key.split("\n");
      return `### ${provider} (${kinds.join(", ")})\n\n${lines.join("\n")}`;
    })
    .join("\n\n");
}

const STATUS = {
  by_id: "at any time",
  by_return_token: "with what the buyer's browser brings back",
  none: "never",
};
const CANCEL = { final: "for certain", best_effort: "perhaps", none: "never" };
const REFUNDS = { partial: "any amount", full: "in full only", none: "by hand only" };
