import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FeedEvent } from "../../../typescript/src/index.ts";
import { type Call, type Command, isWebAddress } from "../command.ts";
import { EXIT, Failure, UsageError } from "../failure.ts";
import type { Place } from "../profile.ts";
import { called } from "../service.ts";
import { timeOf } from "../times.ts";

const ANSWER_MS = 10_000;
const MOST_TRIES = 3;
const PREFIX = "whsec_";

export const LISTEN_COMMANDS: readonly Command[] = [
  {
    name: "listen",
    help: "post events to a local address, signed, and go on where it ended",
    options: ["forward-to", "type", "since"],
    run: listen,
  },
];

async function listen(call: Call): Promise<void> {
  const { options, profile, output, signal } = call;
  const target = options["forward-to"];
  if (target === undefined) throw new UsageError("listen: --forward-to is missing");
  if (!isWebAddress(target)) throw new UsageError("--forward-to is not an http address");
  const raffle = call.raffle();
  const { organisation } = await raffle.get("/whoami");
  const name = [call.baseUrl(), organisation.slug, target, options.type ?? ""].join(" ");
  const place = await placeOf(call, name);
  profile.keepPlace(name, place);
  const secret = profile.secret();
  output.note(`events of ${organisation.slug} go to ${target}; Ctrl-C ends it`);
  output.note(`they are signed with ${secret}`);
  const onBreak = ({ message }: Error) => output.note(`${message}; trying again`);
  const feed = raffle.events.follow({ ...place, types: options.type?.split(","), signal, onBreak });
  try {
    for await (const { events, cursor } of feed.pages()) {
      for (const event of events) {
        const printed = await forwarded(event, { target, secret, signal });
        if (signal.aborted) return;
        output.data(...printed);
      }
      if (!signal.aborted) profile.keepPlace(name, { after: cursor });
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== "cursor_expired") throw error;
    throw new Failure(`${(error as Error).message}; --since begins at a time`, EXIT.failed);
  }
}

/** Returns the point to begin at: `--since`, the end of the last call, or the present. */
async function placeOf({ options: { since }, profile, baseUrl }: Call, name: string): Promise<Place> {
  const stored = profile.place(name);
  if (since === undefined && stored) return stored;
  const now = await serviceTime(baseUrl());
  return { since: since === undefined ? now.toISOString() : timeOf(since, now) };
}

/** Returns the business time, which is ahead where the clock was moved. */
async function serviceTime(baseUrl: string): Promise<Date> {
  try {
    const { now } = JSON.parse(await called(`${baseUrl}/sandbox/clock`)) as { readonly now: string };
    return new Date(now);
  } catch {
    return new Date();
  }
}

interface Forwarding {
  readonly target: string;
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** Posts an event until it is answered, three times at most. @returns what to print */
async function forwarded(event: FeedEvent, forwarding: Forwarding): Promise<[data: object, text: string]> {
  const began = performance.now();
  let answer: number | null = null;
  for (let number = 1; answer === null && number <= MOST_TRIES; number += 1) {
    if (number > 1) await delay(1_000, undefined, { signal: forwarding.signal }).catch(() => undefined);
    answer = await posted(event, forwarding);
  }
  const durationMs = Math.round(performance.now() - began);
  const { type, id } = event;
  return [{ type, id, answer, durationMs }, [type, id, answer ?? "no answer", `${durationMs} ms`].join("  ")];
}

async function posted(event: FeedEvent, { target, secret, signal }: Forwarding): Promise<number | null> {
  const body = JSON.stringify(event);
  try {
    const answer = await fetch(target, {
      method: "POST",
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      headers: {
        "Content-Type": "application/json",
        "X-Service-Event": event.type,
        "X-Service-Delivery": event.id,
        ...signatures(body, event.id, secret),
      },
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}

/** Returns the headers of both schemes, as the service signs. */
function signatures(body: string, id: string, secret: string): Readonly<Record<string, string>> {
  const time = Math.floor(Date.now() / 1_000);
  const hmac = (key: string | Uint8Array, text: string) => createHmac("sha256", key).update(text);
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return {
    "X-Service-Signature": `t=${time},v1=${hmac(secret, `${time}.${body}`).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${hmac(key, `${id}.${time}.${body}`).digest("base64")}`,
  };
}
