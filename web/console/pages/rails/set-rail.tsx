import { Button, Group, Select, TagsInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";

type Kind = Schema<"RailAccount">["kind"];

const KINDS: { value: Kind; label: string }[] = [
  { value: "redirect", label: "redirect: the provider's own page" },
  { value: "embed", label: "embed: the provider's fields in our page" },
  { value: "fields", label: "fields: the provider's hosted fields" },
  { value: "flow", label: "flow: the provider's flow in our page" },
  { value: "qr", label: "qr: a code that a banking app reads" },
];

interface Pair {
  name: string;
  value: string;
}

interface Values {
  kind: Kind;
  provider: string;
  currencies: string[];
  credentials: Pair[];
  settings: Pair[];
}

const recordOf = (pairs: readonly Pair[]) =>
  Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value]),
  );

/** Sets up an account at a provider. Its credentials are never shown again. */
export function SetRail({ onClose }: { readonly onClose: () => void }) {
  const slug = useSlug();
  const form = useForm<Values>({
    initialValues: {
      kind: "redirect",
      provider: "",
      currencies: [],
      credentials: [{ name: "", value: "" }],
      settings: [],
    },
  });
  const setting = useAct({
    send: ({ kind, provider, currencies, credentials, settings }: Values, headers) =>
      answerOf(
        api.PUT("/organisations/{slug}/rails/{kind}", {
          params: { path: { slug, kind } },
          headers,
          body: {
            provider: provider.trim(),
            currencies: currencies.map((each) => each.toUpperCase()),
            credentials: recordOf(credentials),
            settings: recordOf(settings),
          },
        }),
      ),
    changes: [["o", slug, "rails"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Set up a rail account"
      onClose={onClose}
      onSubmit={() => setting.act(form.values)}
      submit="Verify and save"
      acting={setting}
      isReady={form.values.currencies.length > 0}
    >
      <Text size="sm">
        An existing account of the same kind and provider is replaced completely. The credentials are verified
        with the provider, encrypted, and never shown again.
      </Text>
      <Select label="Kind" required allowDeselect={false} data={KINDS} {...form.getInputProps("kind")} />
      <TextInput
        label="Provider"
        required
        placeholder="stripe"
        data-autofocus
        {...form.getInputProps("provider")}
      />
      <TagsInput
        label="Currencies"
        description="Three-letter codes. Press Enter after each."
        required
        maxTags={200}
        {...form.getInputProps("currencies")}
      />
      <Pairs label="Credential" path="credentials" form={form} isSecret />
      <Pairs label="Setting" path="settings" form={form} />
    </FormDialog>
  );
}

interface PairsProps {
  readonly label: string;
  readonly path: "credentials" | "settings";
  readonly form: ReturnType<typeof useForm<Values>>;
  readonly isSecret?: boolean;
}

function Pairs({ label, path, form, isSecret = false }: PairsProps) {
  return (
    <>
      {form.values[path].map((_, at) => (
        <Group key={at} grow align="flex-end">
          <TextInput
            label={`${label} ${at + 1}: name`}
            autoComplete="off"
            {...form.getInputProps(`${path}.${at}.name`)}
          />
          <TextInput
            label={`${label} ${at + 1}: value`}
            type={isSecret ? "password" : "text"}
            autoComplete="off"
            {...form.getInputProps(`${path}.${at}.value`)}
          />
        </Group>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => form.insertListItem(path, { name: "", value: "" })}
        >
          Add a {label.toLowerCase()}
        </Button>
      </div>
    </>
  );
}
