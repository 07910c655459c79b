import { ListPage } from "../../lists/list-page.tsx";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import type { Column } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import type { Schema } from "../../api/schemas.ts";

type Organisation = Schema<"Organisation">;

const COLUMNS: readonly Column<Organisation>[] = [
  {
    title: "Name",
    cell: ({ slug, name }) => (
      <To to="/o/$slug" params={{ slug }} fw={600}>
        {name}
      </To>
    ),
  },
  { title: "Mode", cell: ({ mode }) => <Tag state={mode} /> },
  { title: "Slug", cell: ({ slug }) => <code className="plain">{slug}</code> },
  { title: "Currency", cell: ({ fiatCurrency }) => fiatCurrency },
  {
    title: "Payment",
    cell: ({ fiatEnabled, cryptoEnabled }) => (
      <>
        {fiatEnabled && <Tag state="fiat" />} {cryptoEnabled && <Tag state="crypto" />}
      </>
    ),
  },
  { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Lists all organisations of the service. */
export function OrganisationsPage() {
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const list = useList({
    key: ["organisations"],
    read: (query) => pageOf(api.GET("/organisations", { params: { query } })),
  });
  return (
    <ListPage
      title="Organisations"
      lead="Partners that sell through this service."
      create={may("organisations:create") && <Button onClick={() => setNew(true)}>New organisation</Button>}
      name="organisations"
      list={list}
      columns={COLUMNS}
      empty={["No organisations yet", "Create the first one with its name, slug and currency."]}
    >
      {isNew && <NewOrganisation onClose={() => setNew(false)} />}
    </ListPage>
  );
}

function NewOrganisation({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: "", slug: "", fiatCurrency: "USD", rate: "", isTest: false },
  });
  const creating = useAct({
    send: (body: ReturnType<typeof bodyOf>, headers) =>
      answerOf(api.POST("/organisations", { body, headers, params: {} })),
    changes: [["organisations"]],
    onDone: ({ slug }) => {
      onClose();
      void navigate({ to: "/o/$slug", params: { slug } });
    },
  });
  const needsRate = form.values.fiatCurrency.trim().toUpperCase() !== "USD";
  return (
    <FormDialog
      title="New organisation"
      onClose={onClose}
      onSubmit={() => creating.act(bodyOf(form.values))}
      submit="Create the organisation"
      acting={creating}
    >
      <TextInput
        label="Name"
        description="Shown to buyers."
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Slug"
        description="Used in addresses, cannot be changed later: lower-case letters, digits and hyphens."
        required
        pattern="[a-z0-9]([a-z0-9\-]{0,38}[a-z0-9])?"
        {...form.getInputProps("slug")}
      />
      <TextInput
        label="Currency"
        description="The currency that buyers are charged in: a three-letter code."
        required
        minLength={3}
        maxLength={3}
        {...form.getInputProps("fiatCurrency")}
      />
      <Checkbox
        label="Test organisation"
        description="Takes no money: it sells on simulated rails, and its mails are not sent. This cannot be changed later."
        {...form.getInputProps("isTest", { type: "checkbox" })}
      />
      {needsRate && (
        <TextInput
          label="Rate"
          description={`How much one US dollar is worth in ${form.values.fiatCurrency.toUpperCase() || "it"}.`}
          required
          inputMode="decimal"
          placeholder="0.92"
          {...form.getInputProps("rate")}
        />
      )}
    </FormDialog>
  );
}

function bodyOf({
  name,
  slug,
  fiatCurrency,
  rate,
  isTest,
}: {
  name: string;
  slug: string;
  fiatCurrency: string;
  rate: string;
  isTest: boolean;
}) {
  const currency = fiatCurrency.trim().toUpperCase();
  return {
    name,
    slug,
    fiatCurrency: currency,
    mode: isTest ? ("test" as const) : ("live" as const),
    ...(currency === "USD" ? {} : { rates: { [currency]: rate.trim().replace(",", ".") } }),
  };
}
