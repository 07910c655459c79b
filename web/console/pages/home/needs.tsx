import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { useMay, useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import { daysBetween } from "../../calendar/days.ts";
import { counted } from "../../parts/money.ts";
import { Section } from "../../parts/page.tsx";
import { RowButton } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { dateTime, Deadline } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { callName, providerName, reasonText } from "../rails/words.ts";
import { endpointName, failingText, useFiguresOf } from "../webhooks/endpoint-health.tsx";
import { ReplayFailed } from "../webhooks/replay-failed.tsx";
import { useFigures } from "./figures.ts";
import { FirstSteps, type Need } from "./missing.tsx";

const LOOK_EVERY_MS = 30_000;
/** Days before and after its expiry for which a key is listed. */
const EXPIRY_DAYS = 14;

/** Lists what needs attention, with links to where it is resolved, and the first steps until a sale. */
export function Needs() {
  const slug = useSlug();
  const needs = [
    ...useOwn(slug),
    ...useRailTroubles(slug),
    ...useEndpointTroubles(slug),
    ...useExpiringKeys(slug),
    ...useMoneyTroubles(slug),
  ];
  return (
    <>
      <NeedList needs={needs} />
      <FirstSteps />
    </>
  );
}

function NeedList({ needs }: { readonly needs: readonly Need[] }) {
  return (
    <Section title="Needs attention">
      {needs.length === 0 ? (
        "Nothing needs attention."
      ) : (
        <ul className="todo">
          {needs.map(({ key, state, text, link }) => (
            <li key={key}>
              <Tag state={state} />
              <span className="grow">{text}</span>
              {link}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Returns the tasks that only the signed-in person can do. */
function useOwn(slug: string): Need[] {
  const { hasPasskey, passkeysPossible } = useMe();
  const mayHold = useMay(slug)("keys:hold");
  const keys = useQuery({
    queryKey: ["o", slug, "keys", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/api-keys", { params: { path: { slug } } })),
    enabled: mayHold,
  });
  const needs: Need[] = [];
  if (!hasPasskey && passkeysPossible)
    needs.push({
      key: "no-passkey",
      state: "to do",
      text: "You have no passkey: actions that need confirmation require one",
      link: (
        <To to="/me" search={{ steps: slug, new: "true" }}>
          Add a passkey
        </To>
      ),
    });
  if (mayHold)
    for (const { id, name, claimable } of keys.data ?? [])
      if (claimable)
        needs.push({
          key: `key-${id}`,
          state: "to do",
          text: `The API key ${name} was handed over to you: its secret is created when you claim it`,
          link: (
            <To to="/o/$slug/keys" params={{ slug }} search={{ claim: String(id) }}>
              Claim your key
            </To>
          ),
        });
  return needs;
}

function useRailTroubles(slug: string): Need[] {
  const may = useMay(slug);
  const rails = useQuery({
    queryKey: ["o", slug, "rails"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/rails", { params: { path: { slug } } })),
    enabled: may("rails:read"),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (rails.data ?? []).flatMap(({ id, provider, kind, health, enabled }) => {
    if (!enabled || !health?.lastError || health.consecutiveFailures === 0) return [];
    const { operation, code } = health.lastError;
    return {
      key: `rail-${id}`,
      state: "failing",
      text: `${providerName(provider)} (${kind}): ${callName(operation)} fails, ${reasonText(code)}`,
      link: (
        <To to="/o/$slug/rails" params={{ slug }}>
          View rail
        </To>
      ),
    };
  });
}

/** Returns endpoints that fail or were disabled. Failed deliveries can be replayed at once. */
function useEndpointTroubles(slug: string): Need[] {
  const may = useMay(slug);
  const endpoints = useQuery({
    queryKey: ["o", slug, "endpoints", "needs"],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path: { slug } } })),
    enabled: may("webhooks:read"),
    refetchInterval: LOOK_EVERY_MS,
  });
  const troubled = (endpoints.data ?? []).filter(
    ({ enabled, failingSince }) => !enabled || failingSince !== null,
  );
  const figures = useFiguresOf(slug, troubled, LOOK_EVERY_MS);
  return troubled.map((endpoint) => {
    const { id, enabled, disabledReason, failingSince } = endpoint;
    const found = figures.get(id);
    const failure =
      (found && failingText(found)) ?? (failingSince && `failing since ${dateTime(failingSince)}`);
    const reason = enabled ? failure : `receives no deliveries${disabledReason ? `, ${disabledReason}` : ""}`;
    return {
      key: `endpoint-${id}`,
      state: enabled ? "failing" : "disabled",
      text: (
        <>
          {endpointName(endpoint)}: <span className="bad-text">{reason}</span>
        </>
      ),
      link: (
        <>
          {may("webhooks:send") && enabled && (
            <ReplayButton id={id} name={endpointName(endpoint)} since={found?.failing?.since} />
          )}
          <To to="/o/$slug/webhooks/$id" params={{ slug, id: String(id) }}>
            View endpoint
          </To>
        </>
      ),
    };
  });
}

interface ReplayProps {
  readonly id: number;
  readonly name: string;
  readonly since: string | undefined;
}

function ReplayButton({ id, name, since }: ReplayProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label="Replay" of={name} onClick={() => setOpen(true)} />
      {isOpen && <ReplayFailed endpointId={id} failingSince={since} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns keys that expire soon, or have just expired. */
function useExpiringKeys(slug: string): Need[] {
  const may = useMay(slug);
  const keys = useQuery({
    queryKey: ["o", slug, "keys", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/api-keys", { params: { path: { slug } } })),
    enabled: may("keys:read"),
  });
  const now = new Date();
  return (keys.data ?? []).flatMap(({ id, name, expiresAt, revokedAt }) => {
    if (revokedAt !== null || expiresAt === null) return [];
    const days = daysBetween(now, new Date(expiresAt));
    if (days > EXPIRY_DAYS || days < -EXPIRY_DAYS) return [];
    const isOver = new Date(expiresAt) <= now;
    return {
      key: `expiry-${id}`,
      state: isOver ? "expired" : "expires",
      text: `The API key ${name} ${isOver ? "expired" : "expires"} on ${dateTime(expiresAt)}`,
      link: (
        <To to="/o/$slug/keys" params={{ slug }}>
          View API keys
        </To>
      ),
    };
  });
}

/** Returns refunds, payments and disputes that need attention. */
function useMoneyTroubles(slug: string): Need[] {
  const { data } = useFigures(slug);
  if (!data) return [];
  const params = { slug };
  const { refunds, unmatchedPayments, openDisputes, nextDisputeAnswerBy } = data;
  const needs: Need[] = [];
  for (const [state, what] of [
    ["failed", "failed"],
    ["manual", "to be made by hand"],
  ] as const)
    if (refunds[state] > 0)
      needs.push({
        key: `refunds-${state}`,
        state,
        text: `${counted(refunds[state], "refund")} ${what}`,
        link: (
          <To to="/o/$slug/refunds" params={params} search={{ state }}>
            View refunds
          </To>
        ),
      });
  if (unmatchedPayments > 0)
    needs.push({
      key: "unmatched",
      state: "open",
      text: `${counted(unmatchedPayments, "payment")} without an order`,
      link: (
        <To to="/o/$slug/refunds" params={params} search={{ tab: "unmatched", state: "open" }}>
          Review
        </To>
      ),
    });
  if (openDisputes > 0)
    needs.push({
      key: "disputes",
      state: "waiting",
      text: (
        <>
          {counted(openDisputes, "dispute is", "disputes are")} open
          {nextDisputeAnswerBy && (
            <>
              , next answer due: <Deadline at={nextDisputeAnswerBy} />
            </>
          )}
        </>
      ),
      link: (
        <To to="/o/$slug/disputes" params={params} search={{ standing: "open" }}>
          View disputes
        </To>
      ),
    });
  return needs;
}
