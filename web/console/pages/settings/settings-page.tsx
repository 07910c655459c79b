import {
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { LOCALES } from "../../parts/locales.ts";
import { Tag } from "../../parts/tag.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { faultOfRates, rateLines, ratesIn } from "./rates.ts";

type Organisation = Schema<"Organisation">;
type Update = Schema<"OrganisationUpdate">;

/** Returns the time zones that the browser knows, and the one that is set. */
const zonesWith = (current: string) => [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])];

const TOKENS: Organisation["acceptedTokens"] = ["USDC", "USDT"];

function valuesOf(organisation: Organisation) {
  const { id: _id, slug: _slug, mode: _mode, createdAt: _at, theme, rates, ...settings } = organisation;
  return {
    ...settings,
    treasuryAddress: settings.treasuryAddress ?? "",
    // Sent as they are: the API takes an empty text for none.
    termsUrl: settings.termsUrl ?? "",
    privacyUrl: settings.privacyUrl ?? "",
    imprintUrl: settings.imprintUrl ?? "",
    supportEmail: settings.supportEmail ?? "",
    minimumAge: settings.minimumAge ?? "",
    rates: rateLines(rates),
    accent: theme.accent ?? "",
    logoUrl: theme.logoUrl ?? "",
  };
}

type Values = ReturnType<typeof valuesOf>;

/**
 * Returns the changes of the form, as the API expects them.
 * @param organisation current state, which others may have changed meanwhile
 * @param before values that the form began with
 */
function updateOf(organisation: Organisation, before: Values, values: Values): Update {
  const isChanged = (name: keyof Values) => JSON.stringify(before[name]) !== JSON.stringify(values[name]);
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

type Form = UseFormReturnType<Values>;

function SettingsForm({ organisation }: { readonly organisation: Organisation }) {
  const slug = useSlug();
  const queries = useQueryClient();
  const may = useMay(slug);
  // Managers may change the shop, but not what concerns money.
  const mayAll = may("organisations:write");
  const mayShop = mayAll || may("settings:write");
  const form = useForm<Values>({ initialValues: valuesOf(organisation), validate: { rates: faultOfRates } });
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
          <Selling form={form} />
          <Looks form={form} />
          <Seller form={form} />
        </Part>
        <ProblemAlert problem={saving.problem} />
        {mayShop && (
          <Group>
            <Button type="submit" loading={saving.isActing} disabled={!form.isDirty()}>
              Save
            </Button>
            {form.isDirty() && (
              <Button variant="default" onClick={() => form.reset()}>
                Discard changes
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Part({ mayChange, children }: { readonly mayChange: boolean; readonly children: ReactNode }) {
  return (
    <fieldset className="plain-fieldset" disabled={!mayChange}>
      <Stack gap="lg">{children}</Stack>
    </fieldset>
  );
}

function Selling({ form }: { readonly form: Form }) {
  return (
    <Section title="Selling">
      <Stack>
        <Switch
          label="Ask a question before each order"
          {...form.getInputProps("entryQuestionRequired", { type: "checkbox" })}
        />
        <Switch
          label="Publish winners automatically"
          {...form.getInputProps("autoPublishWinners", { type: "checkbox" })}
        />
        <Switch
          label="Let buyers buy on pages hosted by the service"
          {...form.getInputProps("hostedCheckout", { type: "checkbox" })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label="Minutes that tickets are held" min={1} {...form.getInputProps("holdMinutes")} />
          <NumberInput
            label="Wrong answers per minute"
            min={1}
            {...form.getInputProps("wrongAnswersPerMinute")}
          />
          <NumberInput
            label="Unpaid orders per buyer"
            min={1}
            {...form.getInputProps("maxPendingSessions")}
          />
          <NumberInput
            label="Unpaid tickets per buyer"
            min={1}
            {...form.getInputProps("maxPendingTickets")}
          />
        </SimpleGrid>
        <Select
          label="Time zone"
          description="The days of figures and reports are in it."
          searchable
          allowDeselect={false}
          limit={100}
          data={zonesWith(form.getValues().timeZone)}
          {...form.getInputProps("timeZone")}
        />
        <TagsInput
          label="Hosts that buyers may return to"
          placeholder="shop.example"
          {...form.getInputProps("returnHosts")}
        />
      </Stack>
    </Section>
  );
}

function Money({ form }: { readonly form: Form }) {
  return (
    <Section title="Name and money" lead="Only operators of the service can change these.">
      <Stack>
        <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
        <Switch
          label="Accept card and bank payments"
          {...form.getInputProps("fiatEnabled", { type: "checkbox" })}
        />
        <TextInput label="Currency" maxLength={3} required {...form.getInputProps("fiatCurrency")} />
        <TagsInput
          label="Rates"
          description="For example EUR 0.92: how much one US dollar is worth in the currency."
          // A comma is a decimal separator in many languages, so it does not separate rates.
          splitChars={[";"]}
          {...form.getInputProps("rates")}
        />
        <Switch label="Accept stablecoins" {...form.getInputProps("cryptoEnabled", { type: "checkbox" })} />
        <TagsInput label="Tokens" data={TOKENS} {...form.getInputProps("acceptedTokens")} />
        <TextInput
          label="Treasury"
          description="The on-chain address that receives the proceeds of contract sales."
          {...form.getInputProps("treasuryAddress")}
        />
      </Stack>
    </Section>
  );
}

function Seller({ form }: { readonly form: Form }) {
  return (
    <Section title="Seller" lead="Buyers see these on every page and mail.">
      <Stack>
        <TextInput
          label="Terms and conditions"
          type="url"
          placeholder="https://shop.example/terms"
          description="Buyers accept them by continuing to payment."
          {...form.getInputProps("termsUrl")}
        />
        <TextInput label="Privacy policy" type="url" {...form.getInputProps("privacyUrl")} />
        <TextInput label="Legal notice" type="url" {...form.getInputProps("imprintUrl")} />
        <TextInput
          label="Support"
          type="email"
          placeholder="help@shop.example"
          description="The email address that buyers write to."
          {...form.getInputProps("supportEmail")}
        />
        <NumberInput
          label="Minimum age"
          description="Buyers confirm it before they pay. Leave empty to sell to all ages."
          min={1}
          max={99}
          {...form.getInputProps("minimumAge")}
        />
      </Stack>
    </Section>
  );
}

function Looks({ form }: { readonly form: Form }) {
  return (
    <Section title="Pages for buyers">
      <Stack>
        <Select
          label="Default language, unless the buyer's browser prefers another"
          allowDeselect={false}
          data={LOCALES}
          {...form.getInputProps("locale")}
        />
        <TextInput
          label="Accent colour"
          placeholder="#3b4fc4"
          pattern="#[0-9a-fA-F]{6}"
          {...form.getInputProps("accent")}
        />
        <TextInput
          label="Logo"
          type="url"
          description="An https address."
          {...form.getInputProps("logoUrl")}
        />
        <TagsInput
          label="Sites that may embed the widget"
          description="Leave empty to allow all."
          placeholder="https://shop.example"
          {...form.getInputProps("embedOrigins")}
        />
      </Stack>
    </Section>
  );
}
