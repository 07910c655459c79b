import { ListSection } from "../../lists/list-page.tsx";
import { Button, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Page } from "../../parts/page.tsx";
import { type Column, RowButton } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { SetRail } from "./set-rail.tsx";

type RailAccount = Schema<"RailAccount">;
type Notification = Schema<"RailNotification">;

const STATES: Notification["state"][] = ["waiting", "processed", "ignored", "unmatched", "failed"];

/** Lists rail accounts with their health, and notifications of providers. */
export function RailsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useState(false);
  const [removed, setRemoved] = useState<RailAccount | null>(null);
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
          <Accounts onRemove={may("rails:write") ? setRemoved : null} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <Notifications />
        </Tabs.Panel>
      </Tabs>
      {isNew && <SetRail onClose={() => setNew(false)} />}
      {removed && <RemoveRail account={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

function Health({ account: { health, enabled } }: { readonly account: RailAccount }) {
  if (!enabled) return <Tag state="disabled" />;
  if (!health || (health.lastSuccessAt === null && health.lastError === null))
    return <Tag state="not used yet" />;
  if (health.consecutiveFailures === 0) return <Tag state="healthy" />;
  return (
    <>
      <Tag state="failing" /> {health.consecutiveFailures} times, {health.lastError?.operation}:{" "}
      <code>{health.lastError?.code}</code>
    </>
  );
}

function Accounts({ onRemove }: { readonly onRemove: ((account: RailAccount) => void) | null }) {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "rails"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/rails", { params: { path: { slug }, query } })),
  });
  const columns: Column<RailAccount>[] = [
    { title: "Provider", cell: ({ provider, kind }) => `${provider} (${kind})` },
    { title: "Currencies", cell: ({ currencies }) => currencies.join(", ") },
    { title: "Health", cell: (account) => <Health account={account} /> },
    { title: "Last success", cell: ({ health }) => <Time at={health?.lastSuccessAt} none="none yet" /> },
    {
      title: "Credentials verified",
      cell: ({ verifiedAt }) => <Time at={verifiedAt} none="not yet" />,
    },
    { title: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ];
  if (onRemove)
    columns.push({
      title: "Actions",
      isActs: true,
      cell: (account) => (
        <RowButton
          label="Remove"
          of={`${account.provider} ${account.kind}`}
          onClick={() => onRemove(account)}
        />
      ),
    });
  return (
    <ListSection
      label="Rail accounts"
      title="Accounts"
      list={list}
      columns={columns}
      order="By kind and provider"
      empty={[
        "No rail accounts yet",
        "Buyers cannot pay without one. An operator enters the provider's credentials.",
      ]}
    />
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

function RemoveRail({ account, onClose }: { readonly account: RailAccount; readonly onClose: () => void }) {
  const slug = useSlug();
  const { kind, provider } = account;
  const removing = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.DELETE("/organisations/{slug}/rails/{kind}", {
          params: { path: { slug, kind }, query: { provider } },
          headers,
        }),
      ),
    changes: [["o", slug, "rails"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Remove ${provider} (${kind})`}
      onClose={onClose}
      onSubmit={() => removing.act(null)}
      submit="Remove"
      isDangerous
      acting={removing}
    >
      <Text size="sm">Buyers can no longer start payments with it. Payments in progress still finish.</Text>
    </FormDialog>
  );
}
