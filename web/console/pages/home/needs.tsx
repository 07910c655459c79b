import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay, useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import { counted } from "../../parts/money.ts";
import { Section } from "../../parts/page.tsx";
import { Tag } from "../../parts/tag.tsx";
import { dateTime } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { useFigures } from "./figures.ts";
import { type Need, useMissing } from "./missing.tsx";

/** Lists what needs attention, with links to where it is resolved, and what is missing until a first sale. */
export function Needs() {
  const slug = useSlug();
  const needs = [...useOwn(slug), ...useTroubles(slug), ...useMoneyTroubles(slug), ...useMissing(slug)];
  return (
    <Section title="Needs attention">
      {needs.length === 0 ? (
        "Nothing. Everything runs automatically."
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
      link: <To to="/me">Add a passkey</To>,
    });
  if (mayHold)
    for (const { id, name, claimable } of keys.data ?? [])
      if (claimable)
        needs.push({
          key: `key-${id}`,
          state: "to do",
          text: `The API key ${name} was handed over to you: its secret is created when you claim it`,
          link: (
            <To to="/o/$slug/keys" params={{ slug }}>
              Claim your key
            </To>
          ),
        });
  return needs;
}

function useTroubles(slug: string): Need[] {
  const may = useMay(slug);
  const path = { slug };
  const params = { slug };
  const rails = useQuery({
    queryKey: ["o", slug, "rails", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/rails", { params: { path } })),
    enabled: may("rails:read"),
  });
  const endpoints = useQuery({
    queryKey: ["o", slug, "endpoints", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path } })),
    enabled: may("webhooks:read"),
  });
  const needs: Need[] = [];
  for (const { id, provider, kind, health } of rails.data ?? [])
    if (health && health.consecutiveFailures > 0)
      needs.push({
        key: `rail-${id}`,
        state: "failing",
        text: `${provider} (${kind}): ${health.lastError?.operation} fails with ${health.lastError?.code}`,
        link: (
          <To to="/o/$slug/rails" params={params}>
            View rail
          </To>
        ),
      });
  for (const { id, url, enabled, disabledReason, failingSince } of endpoints.data ?? [])
    if (!enabled || failingSince !== null)
      needs.push({
        key: `endpoint-${id}`,
        state: enabled ? "failing" : "disabled",
        text: enabled
          ? `${url} has refused every delivery since ${dateTime(failingSince!)}`
          : `${url} receives no deliveries${disabledReason ? `: ${disabledReason}` : ""}`,
        link: (
          <To to="/o/$slug/webhooks/$id" params={{ slug, id: String(id) }}>
            View endpoint
          </To>
        ),
      });
  return needs;
}

/** Returns refunds, payments and disputes that need attention. */
function useMoneyTroubles(slug: string): Need[] {
  const { data } = useFigures(slug);
  if (!data) return [];
  const params = { slug };
  const { refunds, unmatchedPayments, openDisputes } = data;
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
      text: `${counted(openDisputes, "dispute is", "disputes are")} open`,
      link: (
        <To to="/o/$slug/disputes" params={params} search={{ standing: "open" }}>
          View disputes
        </To>
      ),
    });
  return needs;
}
