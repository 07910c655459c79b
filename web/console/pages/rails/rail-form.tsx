import { Anchor, MultiSelect, Select, Stack, Switch, Text } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { FormDialog } from "../../parts/dialog.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { AccountField, fieldFault, type FieldValues, keyOf } from "./account-field.tsx";
import { KINDS, providerName } from "./words.ts";

type Account = Schema<"RailAccount">;
type Provider = Schema<"RailProvider">;

interface Values {
  /** `kind/provider` */
  rail: string | null;
  currencies: string[];
  enabled: boolean;
  /** Values by part and name, such as `credentials.apiKey`. */
  fields: FieldValues;
  /** Optional credentials to remove, by name. */
  removed: string[];
}

const nameOf = ({ kind, provider }: Pick<Provider, "kind" | "provider">) => `${kind}/${provider}`;

interface FormProps {
  /** undefined: a new account. */
  readonly account?: Account;
  readonly onClose: () => void;
}

/** Sets up an account at a provider, or changes one without its secrets. */
export function RailForm({ account, onClose }: FormProps) {
  const slug = useSlug();
  const providers = useQuery({
    queryKey: ["o", slug, "rail-providers"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/rail-providers", { params: { path: { slug } } })),
    staleTime: Infinity,
  });
  const organisation = useQuery(organisationOf(slug));
  if (!providers.data || !organisation.data)
    return providers.error || organisation.error ? (
      <ProblemAlert problem={providers.error ?? organisation.error} />
    ) : (
      <Loading rows={1} />
    );
  return (
    <AccountForm
      account={account}
      providers={providers.data.providers}
      currency={organisation.data.fiatCurrency}
      onClose={onClose}
    />
  );
}

function valuesOf(account: Account | undefined): Values {
  const settings = Object.entries(account?.settings ?? {});
  return {
    rail: account ? nameOf(account) : null,
    currencies: account?.currencies ?? [],
    enabled: account?.enabled ?? true,
    fields: Object.fromEntries(settings.map(([name, value]) => [`settings.${name}`, String(value)])),
    removed: [],
  };
}

/** Returns the filled fields of a part. */
function partOf(provider: Provider, part: "credentials" | "settings", fields: FieldValues) {
  const ofPart = provider.fields.filter((field) => field.part === part);
  const filled = ofPart.filter((field) => (fields[keyOf(field)] ?? "").trim() !== "");
  return Object.fromEntries(filled.map((field) => [field.name, fields[keyOf(field)]!.trim()]));
}

function bodyOf(provider: Provider, { currencies, enabled, fields }: Values) {
  return {
    provider: provider.provider,
    currencies,
    enabled,
    credentials: partOf(provider, "credentials", fields),
    settings: partOf(provider, "settings", fields),
  };
}

/** Returns the changed members: secrets that were typed, and settings that differ. */
function changeOf(provider: Provider, before: Values, now: Values) {
  const settings = partOf(provider, "settings", now.fields);
  const former = partOf(provider, "settings", before.fields);
  const names = new Set([...Object.keys(settings), ...Object.keys(former)]);
  const changed = [...names].filter((name) => settings[name] !== former[name]);
  const removed = now.removed.map((name): [string, null] => [name, null]);
  return {
    ...(String(before.currencies) === String(now.currencies) ? {} : { currencies: now.currencies }),
    ...(before.enabled === now.enabled ? {} : { enabled: now.enabled }),
    credentials: { ...partOf(provider, "credentials", now.fields), ...Object.fromEntries(removed) },
    settings: Object.fromEntries(changed.map((name) => [name, settings[name] ?? null])),
  };
}

interface AccountFormProps extends FormProps {
  readonly account: Account | undefined;
  readonly providers: readonly Provider[];
  /** Currency that the organisation charges in. */
  readonly currency: string;
}

/** Sets the account, or changes it. */
function useSaving(
  account: Account | undefined,
  provider: Provider | undefined,
  before: Values,
  onDone: () => void,
) {
  const slug = useSlug();
  return useAct({
    send: (values: Values, headers) => {
      const { kind, provider: name } = provider!;
      const path = { slug, kind };
      return account
        ? answerOf(
            api.PATCH("/organisations/{slug}/rails/{kind}", {
              params: { path, query: { provider: name } },
              headers,
              body: changeOf(provider!, before, values),
            }),
          )
        : answerOf(
            api.PUT("/organisations/{slug}/rails/{kind}", {
              params: { path },
              headers,
              body: bodyOf(provider!, values),
            }),
          );
    },
    changes: [["o", slug, "rails"]],
    onDone,
  });
}

function AccountForm({ account, providers, currency, onClose }: AccountFormProps) {
  const find = (rail: string | null) => providers.find((each) => nameOf(each) === rail);
  const form = useForm<Values>({
    initialValues: valuesOf(account),
    validate: {
      fields: (fields, { rail }) => {
        const wrong = find(rail)?.fields.some((field) => fieldFault(field, fields, account !== undefined));
        return wrong ? "Correct the marked fields." : null;
      },
    },
  });
  const provider = find(form.values.rail);
  const saving = useSaving(account, provider, form.getInitialValues(), onClose);
  const choose = (rail: string | null) => {
    const chosen = find(rail);
    form.setValues({
      rail,
      fields: {},
      currencies: chosen?.currencies.includes(currency) ? [currency] : [],
    });
    form.clearErrors();
  };
  return (
    <FormDialog
      title={account ? `Edit ${providerName(account.provider)} (${account.kind})` : "Set up a rail account"}
      onClose={onClose}
      onSubmit={() => {
        if (!form.validate().hasErrors) saving.act(form.values);
      }}
      submit={account ? "Save" : "Verify and save"}
      acting={saving}
      isReady={provider !== undefined && form.values.currencies.length > 0}
    >
      {!account && (
        <Select
          label="Provider"
          placeholder="Choose a provider"
          required
          allowDeselect={false}
          data-autofocus
          data={providers.map((each) => ({
            value: nameOf(each),
            label: `${providerName(each.provider)}: ${KINDS[each.kind]}`,
          }))}
          value={form.values.rail}
          onChange={choose}
        />
      )}
      {provider && <ProviderFields form={form} provider={provider} isChange={account !== undefined} />}
      {!account && <KeptSecretly provider={provider} />}
    </FormDialog>
  );
}

function KeptSecretly({ provider }: { readonly provider: Provider | undefined }) {
  if (provider === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {provider.simulated
        ? "A simulated provider takes no money and needs no credentials."
        : "The credentials are verified with the provider. They are stored encrypted and never shown again."}
    </Text>
  );
}

interface FieldsProps {
  readonly form: UseFormReturnType<Values>;
  readonly provider: Provider;
  readonly isChange: boolean;
}

function ProviderFields({ form, provider, isChange }: FieldsProps) {
  const isChecked = Object.keys(form.errors).length > 0;
  return (
    <>
      <WebhookAddress provider={provider} />
      {provider.fields.map((field) => (
        <AccountField
          key={keyOf(field)}
          field={field}
          value={form.values.fields[keyOf(field)] ?? ""}
          error={isChecked ? fieldFault(field, form.values.fields, isChange) : null}
          onChange={(value) => form.setFieldValue("fields", { ...form.values.fields, [keyOf(field)]: value })}
          isKept={isChange && field.part === "credentials"}
          isRemoved={form.values.removed.includes(field.name)}
          onRemove={(isRemoved) =>
            form.setFieldValue(
              "removed",
              isRemoved
                ? [...form.values.removed, field.name]
                : form.values.removed.filter((name) => name !== field.name),
            )
          }
        />
      ))}
      <MultiSelect
        label="Currencies"
        description="Payments in these currencies use the account."
        required
        searchable
        data={provider.currencies}
        {...form.getInputProps("currencies")}
      />
      {isChange && (
        <Switch
          label="Buyers can pay with this account"
          {...form.getInputProps("enabled", { type: "checkbox" })}
        />
      )}
    </>
  );
}

function WebhookAddress({ provider }: { readonly provider: Provider }) {
  if (provider.simulated) return null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500}>
        Webhook address
      </Text>
      <Text size="sm" c="dimmed">
        Enter it in {providerName(provider.provider)}'s dashboard. The{" "}
        <Anchor
          href={`/docs/rails/${provider.provider}`}
          target="_blank"
          rel="noreferrer"
          underline="always"
          inherit
        >
          guide
        </Anchor>{" "}
        lists the events to select.
      </Text>
      <Id value={provider.notificationUrl} of="webhook address" />
    </Stack>
  );
}
