import { Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Tag } from "../../parts/tag.tsx";
import { Page } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { BuyersPages, Money, Orders, Seller } from "./settings-sections.tsx";
import { faultOfRates, ratesIn } from "./rates.ts";
import { type Organisation, type SettingsValues, valuesOf } from "./settings-values.ts";

type Update = Schema<"OrganisationUpdate">;

/**
 * Returns the changes of the form, as the API expects them.
 * @param organisation current state, which others may have changed meanwhile
 * @param before values that the form began with
 */
function updateOf(organisation: Organisation, before: SettingsValues, values: SettingsValues): Update {
  const isChanged = (name: keyof SettingsValues) =>
    JSON.stringify(before[name]) !== JSON.stringify(values[name]);
  const { rates, accent, logoUrl, treasuryAddress, ...plain } = values;
  const now = valuesOf(organisation);
  const names = (Object.keys(plain) as (keyof typeof plain)[]).filter(isChanged);
  return {
    ...Object.fromEntries(names.map((name) => [name, merged(now[name], before[name], values[name])])),
    ...(isChanged("treasuryAddress") ? { treasuryAddress: treasuryAddress.trim() || null } : {}),
    ...(isChanged("rates") ? { rates: ratesIn(merged(now.rates, before.rates, rates)) } : {}),
    ...(isChanged("accent") || isChanged("logoUrl")
      ? {
          theme: {
            ...organisation.theme,
            ...(isChanged("accent") ? { accent: accent || null } : {}),
            ...(isChanged("logoUrl") ? { logoUrl: logoUrl || null } : {}),
          },
        }
      : {}),
  };
}

/**
 * Merges a list that is replaced as a whole: the current items, without those removed in the form and with those
 * added.
 */
function merged<Value>(now: Value, before: Value, after: Value): Value {
  if (!Array.isArray(now) || !Array.isArray(before) || !Array.isArray(after)) return after;
  const remaining = now.filter((item) => after.includes(item) || !before.includes(item));
  return [...new Set([...remaining, ...after.filter((item) => !before.includes(item))])] as Value;
}

/** Shows how an organisation sells, and how its pages look. */
export function SettingsPage() {
  const slug = useSlug();
  const { data, error, refetch } = useQuery(organisationOf(slug));
  return (
    <Page title="Settings" lead="Changes apply to new orders as soon as they are saved.">
      <ProblemAlert problem={error} again={() => void refetch()} />
      {data?.mode === "test" && (
        <p>
          <Tag state="test" /> A test organisation takes no money.
        </p>
      )}
      {data ? <SettingsForm key={data.id} organisation={data} /> : <Loading rows={8} />}
    </Page>
  );
}

function SettingsForm({ organisation }: { readonly organisation: Organisation }) {
  const slug = useSlug();
  const queries = useQueryClient();
  const may = useMay(slug);
  // Managers may change the shop, but not what concerns money.
  const mayAll = may("organisations:write");
  const mayShop = mayAll || may("settings:write");
  const form = useForm<SettingsValues>({
    initialValues: valuesOf(organisation),
    validate: { rates: faultOfRates },
  });
  // Changes of others appear at once, unless the form has changes.
  useEffect(() => {
    if (form.isDirty()) return;
    form.setInitialValues(valuesOf(organisation));
    form.reset();
  }, [organisation, form.isDirty()]);
  const params = { path: { slug } };
  const saving = useAct({
    send: (body: Update, headers) =>
      answerOf(
        mayAll
          ? api.PATCH("/organisations/{slug}", { params, headers, body })
          : api.PATCH("/organisations/{slug}/settings", { params, headers, body }),
      ),
    changes: [["o", slug, "organisation"], ["organisations"]],
    onDone: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.reset();
      notifications.show({ title: "Saved", message: "The new settings apply from now on." });
    },
  });
  // Lists are replaced as a whole, so the current state is read again: others may have changed it.
  const save = async () => {
    const now = await queries.fetchQuery({ ...organisationOf(slug), staleTime: 0 }).catch(() => organisation);
    saving.act(updateOf(now, form.getInitialValues(), form.getValues()));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.validate().hasErrors) void save();
      }}
    >
      <Stack gap="lg">
        <Part mayChange={mayAll}>
          <Money form={form} />
        </Part>
        <Part mayChange={mayShop}>
          <Orders form={form} />
          <BuyersPages form={form} />
          <Seller form={form} />
        </Part>
        <ProblemAlert problem={saving.problem} />
        {mayShop && (
          <SaveBar isDirty={form.isDirty()} isSaving={saving.isActing} onDiscard={() => form.reset()} />
        )}
      </Stack>
    </form>
  );
}

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

/** Stays in view while there are changes. */
function SaveBar({ isDirty, isSaving, onDiscard }: SaveBarProps) {
  return (
    <Group className={isDirty ? "save-bar save-bar-sticky" : "save-bar"} role="region" aria-label="Changes">
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        Save
      </Button>
      {isDirty ? (
        <>
          <Button variant="default" onClick={onDiscard}>
            Discard changes
          </Button>
          <Text size="sm" visibleFrom="xs">
            You have unsaved changes.
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          All changes are saved.
        </Text>
      )}
    </Group>
  );
}

function Part({ mayChange, children }: { readonly mayChange: boolean; readonly children: ReactNode }) {
  return (
    <fieldset className="plain-fieldset" disabled={!mayChange}>
      <Stack gap="lg">{children}</Stack>
    </fieldset>
  );
}
