import type { components, PartnerRaffle } from "../../../typescript/src/index.ts";
import type { Call, Command, OptionName } from "../command.ts";
import { UsageError } from "../failure.ts";

interface Resource {
  readonly name: string;
  readonly options?: readonly OptionName[];
  readonly list: (raffle: PartnerRaffle, options: Call["options"]) => AsyncIterable<object>;
  readonly get: (raffle: PartnerRaffle, id: string) => Promise<object>;
  /** Makes one by its JSON. */
  readonly create: (raffle: PartnerRaffle, body: never) => Promise<object>;
  /** Members that a list shows. */
  readonly columns: readonly string[];
}

type State = components["schemas"]["Competition"]["state"];
type Status = components["schemas"]["CheckoutStatus"]["status"];

const RESOURCES: readonly Resource[] = [
  {
    name: "competitions",
    options: ["state"],
    list: (raffle, { state }) => raffle.list("/competitions", { query: { state: state as State } }),
    get: (raffle, id) => raffle.get("/competitions/{id}", { path: { id: idOf(id) } }),
    create: (raffle, body) => raffle.post("/competitions", { body }),
    columns: ["id", "state", "title"],
  },
  {
    name: "prizes",
    list: (raffle) => raffle.list("/prizes"),
    get: (raffle, id) => raffle.get("/prizes/{id}", { path: { id: idOf(id) } }),
    create: (raffle, body) => raffle.post("/prizes", { body }),
    columns: ["id", "category", "name"],
  },
  {
    name: "sessions",
    options: ["status", "email", "competition"],
    list: (raffle, { status, email, competition }) =>
      raffle.list("/checkout/sessions", {
        query: {
          status: status as Status,
          email,
          competitionId: competition === undefined ? undefined : idOf(competition),
        },
      }),
    get: (raffle, id) => raffle.get("/checkout/sessions/{id}", { path: { id } }),
    create: (raffle, body) => raffle.post("/checkout/sessions", { body }),
    columns: ["id", "status", "amount", "currency"],
  },
];

export const RESOURCE_COMMANDS: readonly Command[] = RESOURCES.flatMap(
  ({ name, options = [], list, get, create, columns }) => [
    {
      name: `${name} list`,
      help: `list ${name}`,
      options: ["limit", ...options],
      tool: "reads",
      run: (call) => printList(call, list(call.raffle(), call.options), columns),
    },
    {
      name: `${name} get`,
      help: `show one of the ${name}`,
      arguments: ["ID"],
      tool: "reads",
      run: async ({ raffle, arguments: [id], output }) => output.data(await get(raffle(), id!)),
    },
    {
      name: `${name} create`,
      help: `make one of the ${name}, by the body of the API as JSON`,
      arguments: ["JSON"],
      tool: "writes",
      run: async ({ raffle, arguments: [json], output }) =>
        output.data(await create(raffle(), bodyOf(json!) as never)),
    },
  ],
);

/** Prints elements until the limit. */
export async function printList(
  { options, output }: Call,
  elements: AsyncIterable<object>,
  columns: readonly string[],
): Promise<void> {
  const most = options.limit === undefined ? 100 : idOf(options.limit);
  let number = 0;
  for await (const element of elements) {
    const members = element as Readonly<Record<string, unknown>>;
    output.data(element, columns.map((name) => String(members[name] ?? "")).join("  "));
    number += 1;
    if (number === most) break;
  }
  if (number === most) output.note(`the first ${most}: --limit shows more`);
}

function bodyOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError("the argument is not JSON");
  }
}

export function idOf(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new UsageError("a number from 1 on is needed");
  return Number(text);
}
