import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { type Permission, useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import { CheckIcon } from "../../parts/icons.tsx";
import { Section } from "../../parts/page.tsx";
import { To } from "../../shell/links.tsx";

/** Open task, with a link to where it is done. */
export interface Need {
  readonly key: string;
  readonly state: string;
  readonly text: ReactNode;
  readonly link: ReactNode;
}

type PageName =
  | "settings"
  | "rails"
  | "prizes"
  | "competitions"
  | "keys"
  | "team"
  | "webhooks"
  | "orders"
  | "quickstart";

interface Step {
  readonly text: string;
  readonly page: PageName;
  /** Label of the link while the step is not done. */
  readonly link: string;
  readonly isDone: boolean | undefined;
  /** The link opens the form of a new thing. */
  readonly opens?: boolean;
  /** Permission to do it; the step of others says who does it. */
  readonly needs: Permission;
}

/** Shows the steps until a first sale, with those that are done. */
export function FirstSteps() {
  const slug = useSlug();
  const may = useMay(slug);
  const setUp = useSetUp(slug);
  const steps = stepsOf(setUp, may).filter(({ isDone }) => isDone !== undefined);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (setUp.paid !== false) return null;
  return (
    <Section title="First steps" lead={`${done} of ${steps.length} done`}>
      <ol className="steps">
        {steps.map((step) => (
          <StepItem key={step.page} step={step} mayDo={may(step.needs)} slug={slug} />
        ))}
      </ol>
    </Section>
  );
}

interface StepProps {
  readonly step: Step;
  readonly mayDo: boolean;
  readonly slug: string;
}

function StepItem({ step: { text, page, link, isDone, needs, opens }, mayDo, slug }: StepProps) {
  return (
    <li className={isDone ? "step done" : "step"}>
      <span className="step-mark" role="img" aria-label={isDone ? "Done" : "To do"}>
        {isDone && <CheckIcon />}
      </span>
      <span className="grow">
        {text}
        {!isDone && !mayDo && (
          <span className="figures">
            {" "}
            {BY_OPERATORS.has(needs) ? "By an operator." : "By another member."}
          </span>
        )}
      </span>
      {!isDone && (
        <To
          to={`/o/$slug/${page}`}
          params={{ slug }}
          search={{ steps: slug, ...(mayDo && opens && { new: "true" }) }}
        >
          {mayDo ? link : "View"}
        </To>
      )}
    </li>
  );
}

/** Permissions that no member has. */
const BY_OPERATORS: ReadonlySet<Permission> = new Set(["rails:write", "organisations:write"]);

/** Returns the steps in the order in which they are done. `isDone` is undefined while it is not known. */
function stepsOf(setUp: ReturnType<typeof useSetUp>, may: ReturnType<typeof useMay>): Step[] {
  const { organisation, rails, prizes, lots } = setUp;
  const canCharge =
    organisation &&
    (organisation.cryptoEnabled ||
      (organisation.fiatEnabled &&
        (organisation.fiatCurrency === "USD" || Number(organisation.rates[organisation.fiatCurrency]) > 0)));
  return [
    {
      text: "Settings: name, currency and rate",
      page: "settings",
      link: "Open settings",
      isDone: canCharge,
      needs: "organisations:write",
    },
    {
      text: "Rail account: a provider that buyers pay with",
      page: "rails",
      link: "Set up a rail account",
      isDone: rails && rails.length > 0,
      opens: true,
      needs: "rails:write",
    },
    {
      text: "Prize: what a winner gets",
      page: "prizes",
      link: "Add a prize",
      isDone: prizes && prizes.length > 0,
      opens: true,
      needs: "competitions:write",
    },
    {
      text: "Competition: a draft that is then opened",
      page: "competitions",
      link: lots && lots.length > 0 ? "Open a draft" : "Create a competition",
      isDone: lots?.some(({ state }) => state !== "draft"),
      opens: lots?.length === 0,
      needs: "competitions:write",
    },
    ...connectionSteps(setUp, may),
  ];
}

/** Returns the steps that connect the organisation's people and programs. */
function connectionSteps(
  { keys, people, endpoints, paid }: ReturnType<typeof useSetUp>,
  may: ReturnType<typeof useMay>,
): Step[] {
  const live = keys?.filter(({ revokedAt }) => revokedAt === null);
  const isClaimed = live?.some(({ claimable }) => !claimable);
  return [
    {
      text:
        live && live.length > 0 && !isClaimed
          ? "API key: the member who claims it gets its secret"
          : "API key: the shop's programs sell with it",
      page: "keys",
      link: may("keys:issue") ? "Issue a key" : "View API keys",
      isDone: live && live.length > 0 && (isClaimed || may("keys:issue")),
      opens: may("keys:issue"),
      needs: may("keys:hold") ? "keys:hold" : "keys:issue",
    },
    {
      text: "Team: a member is invited",
      page: "team",
      link: "Invite a member",
      isDone: people && people.length > 0,
      opens: true,
      needs: "team:write",
    },
    {
      text: "Webhook: the shop learns of paid orders",
      page: "webhooks",
      link: "Register an endpoint",
      isDone: endpoints && endpoints.length > 0,
      opens: true,
      needs: "webhooks:secret",
    },
    {
      text: "First paid order",
      page: "quickstart",
      link: "Quickstart",
      isDone: paid,
      needs: "keys:read",
    },
  ];
}

/** Reads what the steps depend on, as far as the person may see it. */
function useSetUp(slug: string) {
  const may = useMay(slug);
  const path = { slug };
  const organisation = useQuery(organisationOf(slug));
  const rails = useQuery({
    queryKey: ["o", slug, "rails"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/rails", { params: { path } })),
    enabled: may("rails:read"),
  });
  const prizes = useQuery({
    queryKey: ["o", slug, "prizes", "first"],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/prizes", { params: { path, query: { limit: 1 } } })),
    enabled: may("competitions:read"),
  });
  const lots = useQuery({
    queryKey: ["o", slug, "competitions", "needs"],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/competitions", { params: { path, query: { limit: 100 } } })),
    enabled: may("competitions:read"),
  });
  const keys = useQuery({
    queryKey: ["o", slug, "keys", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/api-keys", { params: { path } })),
    enabled: may("keys:read"),
  });
  const people = useQuery({
    queryKey: ["o", slug, "team", "people"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/members", { params: { path } })),
    enabled: may("team:read"),
  });
  const invitations = useQuery({
    queryKey: ["o", slug, "team", "invitations"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/invitations", { params: { path } })),
    enabled: may("team:read"),
  });
  const endpoints = useQuery({
    queryKey: ["o", slug, "endpoints", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path } })),
    enabled: may("webhooks:read"),
  });
  const paid = useQuery({
    queryKey: ["o", slug, "orders", "needs"],
    queryFn: () =>
      pageOf(
        api.GET("/organisations/{slug}/orders", { params: { path, query: { limit: 1, status: "paid" } } }),
      ),
    enabled: may("orders:read"),
  });
  return {
    organisation: organisation.data,
    rails: rails.data,
    prizes: prizes.data,
    lots: lots.data,
    keys: keys.data,
    people: people.data && invitations.data && [...people.data, ...invitations.data],
    endpoints: endpoints.data,
    // A filtered page scans a part of a long list: an empty one with a next page is a shop that sells.
    paid: paid.data && (paid.data.rows.length > 0 || paid.data.next !== null),
  };
}
