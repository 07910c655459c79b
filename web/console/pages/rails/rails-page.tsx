import { ListSection } from "../../lists/list-page.tsx";
import { Button, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters, useNew } from "../../shell/filters.ts";
import { RailAccount } from "./rail-account.tsx";
import { RailForm } from "./rail-form.tsx";

type Notification = Schema<"RailNotification">;

const STATES: Notification["state"][] = ["waiting", "processed", "ignored", "unmatched", "failed"];

/** Lists rail accounts with their health, and notifications of providers. */
export function RailsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useNew();
  const [{ tab = "accounts" }, setFilter] = useFilters<"tab">();
  const set = may("rails:write") && <Button onClick={() => setNew(true)}>Set up a rail account</Button>;
  return (
    <Page title="Payment rails" lead="One provider account for each way that buyers can pay." acts={set}>
      <Tabs value={tab} onChange={(value) => setFilter("tab", value)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <Accounts mayChange={may("rails:write")} set={set} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <Notifications />
        </Tabs.Panel>
      </Tabs>
      {isNew && may("rails:write") && <RailForm onClose={() => setNew(false)} />}
    </Page>
  );
}

function Accounts({ mayChange, set }: { readonly mayChange: boolean; readonly set: ReactNode }) {
  const slug = useSlug();
  const query = useQuery({
    queryKey: ["o", slug, "rails"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/rails", { params: { path: { slug } } })),
  });
  if (query.isLoading) return <Loading rows={4} />;
  return (
    <Stack gap="md">
      <ProblemAlert problem={query.error} again={() => void query.refetch()} />
      {query.data?.length === 0 && (
        <Section title="Rail accounts">
          <Empty title="No rail accounts yet" action={set}>
            Buyers cannot pay without one. An operator enters the provider's credentials.
          </Empty>
        </Section>
      )}
      {query.data?.map((account) => (
        <RailAccount key={account.id} account={account} mayChange={mayChange} />
      ))}
    </Stack>
  );
}

function Notifications() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "notifications"],
    filter: { name: "state", values: STATES },
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/rail-notifications", { params: { path: { slug }, query } })),
  });
  return (
    <ListSection
      label="Notifications"
      title="Provider notifications"
      list={list}
      columns={[
        { title: "ID", cell: ({ id }) => id },
        { title: "Provider", cell: ({ provider, kind }) => `${provider} (${kind})` },
        { title: "State", cell: ({ state }) => <Tag state={state} /> },
        { title: "Types", cell: ({ types }) => types },
        { title: "Error", cell: ({ error }) => error },
        { title: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
      ]}
      empty={["No notifications yet", "The first arrives with the first payment."]}
    />
  );
}
