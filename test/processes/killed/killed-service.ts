import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { flushCompileCache } from "node:module";
import { WorldClock } from "../../../ports/clock.ts";
import { DepositBook } from "../../../ports/fair-draws/deposit-book.ts";
import { DrawKeys } from "../../../ports/fair-draws/draw-keys.ts";
import { FairDrawBook } from "../../../ports/fair-draws/fair-draw-book.ts";
import { Idempotency } from "../../../ports/organisations/idempotency.ts";
import { Inbox } from "../../../ports/checkout/inbox.ts";
import { LotDraws } from "../../../ports/lot-draws/lot-draws.ts";
import { ChainCalls } from "../../../ports/onchain/chain-calls.ts";
import { RaffleWatch } from "../../../ports/onchain/raffle-watch.ts";
import { TillBook } from "../../../ports/onchain/till-book.ts";
import { Orders } from "../../../ports/checkout/orders.ts";
import { Refunds } from "../../../ports/checkout/refunds.ts";
import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import { Invitations } from "../../../ports/people/invitations.ts";
import { Rails, railsOf } from "../../../ports/rails.ts";
import type { SandboxFault, SandboxOperation } from "../../../rails/sandbox/faults.ts";
import { type Origins, railsAt } from "../../providers/rails-at.ts";
import { ApiKeyAdministration } from "../../../src/organisations/api-key-administration.ts";
import { TeamInvitations } from "../../../src/people/team-invitations.ts";
import { RefundAdministration } from "../../../src/refunds/refund-administration.ts";
import { TestService } from "../../support/service/service.ts";
import type { Wiring } from "../../../app/wiring.ts";

/** Moment at which requests die that have one of the marks in their address or their credentials. */
export interface Story {
  readonly marks: readonly string[];
  /** Such as `orders.settle:before`. */
  readonly at: string;
  /** Calls that have come there when the process dies. */
  readonly calls: number;
  /** Fault of the sandbox's provider, such as `create:refuse_connection`. */
  readonly fault?: `${SandboxOperation}:${SandboxFault}`;
}

/**
 * The service as a process that dies where its environment says, between one statement and the next. Variables, in
 * addition to the service's own: DIE_AT, such as `orders.settle:before`, or several with commas, for all that it does;
 * DEATHS, how many calls shall have come there by then, of which the first wait; STORIES, JSON, instead of both;
 * CLOCK_SHIFT_SEC, by which its business time is ahead; RAILS_AT, JSON of where simulated providers listen, instead of
 * the sandbox.
 */
const { DIE_AT = "", STORIES = "[]", DEATHS = "1", CLOCK_SHIFT_SEC = "0", RAILS_AT = "" } = process.env;
const moments = DIE_AT.split(",");
const stories: readonly Story[] = JSON.parse(STORIES);
const story = new AsyncLocalStorage<Story | undefined>();
/** Calls that wait for the death; null: those of no story. */
const arrived = new Map<Story | null, number>();

subscribe("http.server.request.start", (message) => {
  const { request } = message as { readonly request: IncomingMessage };
  const marked = `${request.url} ${request.headers.authorization}`;
  story.enterWith(stories.find(({ marks }) => marks.some((mark) => marked.includes(mark))));
});

const service = await TestService.open({
  databaseUrl: process.env.DATABASE_URL!,
  environment: process.env as Record<string, string>,
  background: process.env.ROLE !== "api",
  faults: { before: async (operation) => faultOf(operation) },
  replace: mortal,
});
// Node does it when a process ends, but not when it is killed.
flushCompileCache();
console.log(JSON.stringify({ level: "info", origin: service.baseUrl, msg: "ready" }));

function faultOf(operation: SandboxOperation): SandboxFault | null {
  const [failing, fault] = story.getStore()?.fault?.split(":") ?? [];
  return failing === operation ? (fault as SandboxFault) : null;
}

/** Lets the process die at a call of what creating, settling, drawing, watching the raffle contract and moving tokens call. */
function mortal(wiring: Wiring): void {
  const clock = { now: () => new Date(Date.now() + Number(CLOCK_SHIFT_SEC) * 1000) };
  wiring.bind(WorldClock, () => clock);
  const orders = wiring.get(Orders);
  const inbox = wiring.get(Inbox);
  const draws = wiring.get(LotDraws);
  const fairDraws = wiring.get(FairDrawBook);
  const drawKeys = wiring.get(DrawKeys);
  const deposits = wiring.get(DepositBook);
  const idempotency = wiring.get(Idempotency);
  const raffleWatch = wiring.get(RaffleWatch);
  const chainCalls = wiring.get(ChainCalls);
  const tillBook = wiring.get(TillBook);
  // Before the rails, one of which has it.
  wiring.bind(TillBook, () => dying("tillBook", tillBook));
  const whole = RAILS_AT === "" ? wiring.get(Rails).all : railsAt(JSON.parse(RAILS_AT) as Origins, clock);
  const rails = whole.map((rail) => dying("rail", rail));
  wiring.bind(Orders, () => dying("orders", orders));
  wiring.bind(LotDraws, () => dying("draws", draws));
  wiring.bind(FairDrawBook, () => dying("fairDraws", fairDraws));
  wiring.bind(DrawKeys, () => dying("drawKeys", drawKeys));
  wiring.bind(DepositBook, () => dying("deposits", deposits));
  wiring.bind(Inbox, () => dying("inbox", inbox));
  wiring.bind(Idempotency, () => dying("idempotency", idempotency));
  wiring.bind(RaffleWatch, () => dying("raffleWatch", raffleWatch));
  wiring.bind(ChainCalls, () => dying("chainCalls", chainCalls));
  wiring.bind(Rails, () => railsOf(rails));
  mortalPeople(wiring);
}

/** Adds deaths to acts of people: at the statement, and after the commit. */
function mortalPeople(wiring: Wiring): void {
  const invitations = wiring.get(Invitations);
  const apiKeys = wiring.get(ApiKeys);
  const refunds = wiring.get(Refunds);
  wiring.bind(Invitations, () => dying("invitations", invitations));
  wiring.bind(ApiKeys, () => dying("apiKeys", apiKeys));
  wiring.bind(Refunds, () => dying("refunds", refunds));
  const [teamInvitations, keys, giving] = [
    wiring.get(TeamInvitations),
    wiring.get(ApiKeyAdministration),
    wiring.get(RefundAdministration),
  ];
  wiring.bind(TeamInvitations, () => dying("inviting", teamInvitations));
  wiring.bind(ApiKeyAdministration, () => dying("keys", keys));
  wiring.bind(RefundAdministration, () => dying("giving", giving));
}

function dying<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(_port, property) {
      const member: unknown = Reflect.get(port, property, port);
      if (typeof member !== "function") return member;
      const call = `${name}.${String(property)}`;
      if (![...moments, ...stories.map(({ at }) => at)].some((at) => at.startsWith(`${call}:`)))
        return member.bind(port);
      const isDying = (when: string) => {
        const at = `${call}:${when}`;
        return moments.includes(at) || story.getStore()?.at === at;
      };
      return async (...parameters: unknown[]) => {
        if (isDying("before")) await die();
        const result: unknown = await Reflect.apply(member, port, parameters);
        if (isDying("after")) await die();
        return result;
      };
    },
  });
}

async function die(): Promise<void> {
  const key = story.getStore() ?? null;
  arrived.set(key, (arrived.get(key) ?? 0) + 1);
  const missing = stories.filter((each) => (arrived.get(each) ?? 0) < each.calls);
  const isOver = stories.length > 0 ? missing.length === 0 : arrived.get(null) === Number(DEATHS);
  if (isOver) process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
}
