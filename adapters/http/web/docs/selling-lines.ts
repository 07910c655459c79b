import type { LotId } from "../../../../src/shared/ids.ts";

interface Sale {
  readonly baseUrl: string;
  /** The key, or a shell variable that holds it. */
  readonly apiKey: string;
  /** The competition's id, or the end of a quotation, a shell variable and the beginning of another. */
  readonly competitionId: LotId | string;
}

const JSON_TYPE = "-H 'Content-Type: application/json'";

/** Returns commands that sell a ticket where payments are simulated: a session, the buyer's payment, the status. */
export function sellingLines(sale: Sale): string[] {
  const { baseUrl, apiKey } = sale;
  return [
    `S=$(${sessionCall(sale)} | grep -o 'cs_[0-9a-z]*' | head -1)`,
    `curl -s ${baseUrl}/sandbox/payments/$S ${JSON_TYPE} -d '{"outcome":"paid"}'; echo`,
    `sleep 1; curl -s ${baseUrl}/api/v1/checkout/sessions/$S ${bearer(apiKey)}; echo`,
  ];
}

/** Returns the command that makes a session, to be pasted into a shell. */
function sessionCall({ baseUrl, apiKey, competitionId }: Sale): string {
  const order = `'{"competitionId":${competitionId},"buyer":{"email":"buyer@example.com"}}'`;
  return `curl -s ${baseUrl}/api/v1/checkout/sessions ${bearer(apiKey)} ${JSON_TYPE} -d ${order}`;
}

function bearer(apiKey: string): string {
  return `-H "Authorization: Bearer ${apiKey}"`;
}

/**
 * Returns Markdown: how a partner sells a ticket at this service.
 * @param simulated true: payments are; else a buyer pays at a provider
 */
export function sellingSection(baseUrl: string, simulated: boolean): string {
  const sale = { baseUrl, apiKey: "$API_KEY", competitionId: "'$COMPETITION'" };
  const newest = `curl -s "${baseUrl}/api/v1/competitions?limit=1" ${bearer(sale.apiKey)}`;
  const lines = [
    "API_KEY=sk_…",
    `COMPETITION=$(${newest} | grep -o '"id":[0-9]*' | head -1 | cut -d: -f2)`,
    ...(simulated ? sellingLines(sale) : [`${sessionCall(sale)}; echo`]),
  ];
  const about = simulated
    ? "These lines sell a ticket of your newest competition: a checkout session, the buyer's payment, which is simulated here, and the status with the ticket's number. Put your API key into the first line; a demo's start prints one."
    : "These lines open a checkout session for your newest competition. `payment` in the answer says where the buyer pays. Put your API key into the first line.";
  return `## Sell a ticket

${about}

\`\`\`sh
${lines.join("\n")}
\`\`\`

The [quickstart](quickstart.md) takes each step: a prize, a competition, a sale, a webhook. For programs that read: [llms.txt](llms.txt) lists every page, [llms-full.txt](llms-full.txt) is the partner's pages in one, and every page is Markdown at its address with \`.md\`.`;
}
