import { flushCompileCache } from "node:module";
import { Clock } from "../../../ports/clock.ts";
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

/**
 * The service as a process that dies where it is told to, between one statement and the next. Environment, beside the
 * service's own: DIE_AT, such as `orders.settle:before`, or several with commas; DEATHS, how many calls shall have come
 * there by then, of which the first wait; CLOCK_SHIFT_SEC, by which its business time is ahead; SANDBOX_FAULT, such as
 * `create:refuse_connection`; RAILS_AT, JSON of where simulated providers listen, instead of the sandbox.
 */
const { DIE_AT = "", DEATHS = "1", CLOCK_SHIFT_SEC = "0", SANDBOX_FAULT = "", RAILS_AT = "" } = process.env;
const moments = new Map(DIE_AT.split(",").map((at) => at.split(":") as [string, string]));
const [failing, fault] = SANDBOX_FAULT.split(":") as [SandboxOperation, SandboxFault | undefined];
let deaths = 0;

const service = await TestService.open({
  databaseUrl: process.env.DATABASE_URL!,
  environment: process.env as Record<string, string>,
  background: process.env.ROLE !== "api",
  faults: { before: async (operation) => (operation === failing ? (fault ?? null) : null) },
  replace: mortal,
});
// Node does it when a process ends, but not when it is killed.
flushCompileCache();
console.log(JSON.stringify({ level: "info", origin: service.baseUrl, msg: "ready" }));

/** Lets the process die at a call of what creating, settling, drawing, watching the raffle contract and moving tokens call. */
function mortal(wiring: Wiring): void {
  const clock = { now: () => new Date(Date.now() + Number(CLOCK_SHIFT_SEC) * 1000) };
  wiring.bind(Clock, () => clock);
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

/** What people do: at the statement, and when all of it is committed. */
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
      const moment = moments.get(`${name}.${String(property)}`);
      if (moment === undefined) return member.bind(port);
      return async (...parameters: unknown[]) => {
        if (moment === "before") await die();
        const result: unknown = await Reflect.apply(member, port, parameters);
        if (moment === "after") await die();
        return result;
      };
    },
  });
}

async function die(): Promise<void> {
  deaths++;
  if (deaths >= Number(DEATHS)) process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
}
