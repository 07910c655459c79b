import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { count, counted, money } from "../../parts/money.ts";
import { Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago, Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

type Health = Schema<"ServiceHealth">;

const LOOK_EVERY_MS = 10_000;

/** Greatest number that the service counts a queue to. */
const COUNTED_TO = 10_000;
const upTo = (value: number) => (value >= COUNTED_TO ? `${count(COUNTED_TO)} or more` : count(value));

/** Shows what needs attention in the whole service, with links to where it is resolved. */
export function HealthPage() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["health"],
    queryFn: () => answerOf(api.GET("/health")),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <Page
      title="Health"
      beside={
        data && (
          <Tag state={isQuiet(data) ? "healthy" : "needs attention"} tone={isQuiet(data) ? "good" : "warn"} />
        )
      }
      lead={
        data && (
          <>
            As of <Time at={data.at} />. Updates automatically.
          </>
        )
      }
    >
      <ProblemAlert problem={error} again={() => void refetch()} />
      {isLoading && <Loading rows={8} />}
      {data && (
        <>
          <Figures health={data} />
          <FailingRails rails={data.rails} />
          <FailingEndpoints endpoints={data.endpoints} />
          <Queues health={data} />
          <Processes health={data} />
        </>
      )}
    </Page>
  );
}

function isQuiet({ rails, endpoints, refunds, halted, unmatched, disputes }: Health): boolean {
  const waiting = [refunds.failed, refunds.manual, halted, ...unmatched].some(({ count }) => count > 0);
  return rails.length === 0 && endpoints.length === 0 && disputes === 0 && !waiting;
}

function Figures({ health }: { readonly health: Health }) {
  const { failingRails, failingEndpoints, refusedOrders, disputes } = health;
  return (
    <div className="stats">
      <Stat label="Failing rails" value={count(failingRails)} />
      <Stat label="Orders refused" value={count(refusedOrders)} note="in the last hour" />
      <Stat label="Failing endpoints" value={count(failingEndpoints)} />
      <Stat label="Open disputes" value={count(disputes)} note={<To to="/disputes">View disputes</To>} />
    </div>
  );
}

function FailingRails({ rails }: Pick<Health, "rails">) {
  return (
    <Section title="Failing rails">
      {rails.length === 0 ? (
        "None. All providers respond."
      ) : (
        <DataTable
          label="Failing rails"
          rows={rails}
          keyOf={({ organisation, kind, provider }) => `${organisation} ${kind} ${provider}`}
          columns={[
            {
              title: "Rail",
              cell: ({ organisation, kind, provider }) => (
                <To to="/o/$slug/rails" params={{ slug: organisation }}>
                  {provider} ({kind}) of {organisation}
                </To>
              ),
            },
            {
              title: "Failures in a row",
              isFigure: true,
              cell: ({ consecutiveFailures }) => consecutiveFailures,
            },
            { title: "Operation", cell: ({ lastError }) => lastError.operation },
            { title: "Code", cell: ({ lastError }) => <code className="plain">{lastError.code}</code> },
            { title: "Last failure", cell: ({ lastError }) => <Ago at={lastError.at} /> },
            { title: "Last success", cell: ({ lastSuccessAt }) => <Ago at={lastSuccessAt} /> },
          ]}
        />
      )}
    </Section>
  );
}

function FailingEndpoints({ endpoints }: Pick<Health, "endpoints">) {
  return (
    <Section title="Failing webhook endpoints">
      {endpoints.length === 0 ? (
        "None. All receivers accept their deliveries."
      ) : (
        <DataTable
          label="Failing webhook endpoints"
          rows={endpoints}
          keyOf={({ organisation, id }) => `${organisation} ${id}`}
          columns={[
            {
              title: "Endpoint",
              cell: ({ organisation, id }) => (
                <To to="/o/$slug/webhooks/$id" params={{ slug: organisation, id: String(id) }}>
                  {organisation}, endpoint {id}
                </To>
              ),
            },
            { title: "State", cell: ({ enabled }) => <Tag state={enabled ? "failing" : "disabled"} /> },
            { title: "Reason", cell: ({ disabledReason }) => disabledReason },
            { title: "Since", cell: ({ failingSince }) => <Ago at={failingSince} none="" /> },
          ]}
        />
      )}
    </Section>
  );
}

interface Queue {
  readonly name: string;
  readonly count: number;
  readonly since: string | null;
  /** true: only a person can empty the queue. */
  readonly isForPeople?: boolean;
  /** Page that lists the entries. */
  readonly page?: "/refunds" | "/draws";
  readonly state?: string;
}

function queuesOf({ webhooks, refunds, draws, halted, mails, unmatched }: Health): Queue[] {
  return [
    {
      name: "Failed refunds",
      ...refunds.failed,
      isForPeople: true,
      page: "/refunds",
      state: "failed",
    },
    {
      name: "Manual refunds",
      ...refunds.manual,
      isForPeople: true,
      page: "/refunds",
      state: "manual",
    },
    { name: "Requested refunds", ...refunds.requested, page: "/refunds", state: "requested" },
    { name: "Competitions halted by recovery", ...halted, isForPeople: true, page: "/draws" },
    { name: "Competitions waiting for their draw", ...draws, page: "/draws" },
    { name: "Webhooks due", count: webhooks.due, since: webhooks.oldestDueAt },
    { name: "Unsent mails", ...mails },
    ...unmatched.map(({ amount, currency, ...waiting }) => ({
      name: `Payments without an order, ${money(amount, currency)}`,
      ...waiting,
      isForPeople: true,
    })),
  ];
}

function Queues({ health }: { readonly health: Health }) {
  return (
    <Section title="Queues" lead="Most entries are processed automatically.">
      <DataTable
        label="Queues"
        rows={queuesOf(health)}
        keyOf={({ name }) => name}
        columns={[
          {
            title: "Queue",
            cell: ({ name, page, state }) =>
              page === undefined ? (
                name
              ) : (
                <To to={page} search={state === undefined ? {} : { state }}>
                  {name}
                </To>
              ),
          },
          {
            title: "State",
            cell: ({ count, isForPeople }) =>
              count === 0 ? (
                <Tag state="none" tone="good" />
              ) : (
                <Tag
                  state={isForPeople ? "needs attention" : "in progress"}
                  tone={isForPeople ? "warn" : "note"}
                />
              ),
          },
          { title: "Count", isFigure: true, cell: (queue) => upTo(queue.count) },
          { title: "Oldest", cell: ({ since }) => <Ago at={since} none="" /> },
        ]}
      />
    </Section>
  );
}

function Processes({ health: { processes, chain } }: { readonly health: Health }) {
  return (
    <Section
      title="Processes"
      lead={`${counted(processes.length, "process", "processes")}; chain ${chain.chainId}${chain.block === null ? " is not responding" : ` at block ${count(chain.block)}`}`}
    >
      <DataTable
        label="Processes"
        rows={processes}
        keyOf={({ id }) => id}
        columns={[
          { title: "Process", cell: ({ id }) => <code className="plain">{id}</code> },
          { title: "Role", cell: ({ role }) => role },
          { title: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
          { title: "Last seen", cell: ({ seenAt }) => <Ago at={seenAt} /> },
        ]}
      />
    </Section>
  );
}
