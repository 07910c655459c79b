import { Checkbox, NumberInput, SimpleGrid, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { localInput } from "../../parts/time.tsx";

const MINUTE_MS = 60_000;

type Scope = Schema<"ApiKey">["scopes"][number];

const SCOPES: Readonly<Record<Scope, string>> = {
  "competitions:read": "View competitions and prizes",
  "winners:read": "View published winners",
  "entries:create": "Sell tickets: checkout sessions and the entry question",
  "competitions:write": "Create, change and cancel competitions and prizes",
  "draws:create": "Buy fair draws from the draw account",
  "events:read": "Read events in their order, without a webhook endpoint",
  "webhooks:manage": "Register and change webhook endpoints, and see their secrets",
};

interface Values {
  name: string;
  scopes: Scope[];
  rateLimit: string | number;
  rateWindowSec: string | number;
  expires: string;
  addresses: string[];
  handOver: boolean;
}

const bodyOf = ({ name, scopes, rateLimit, rateWindowSec, expires, addresses, handOver }: Values) => ({
  name: name.trim(),
  scopes,
  rateLimit: Number(rateLimit),
  rateWindowSec: Number(rateWindowSec),
  expiresAt: expires === "" ? null : new Date(expires).toISOString(),
  allowedAddresses: addresses.length === 0 ? null : addresses,
  handOver,
});

interface IssueProps {
  readonly onClose: () => void;
  /** @param key null: it is handed over */
  readonly onIssued: (key: string | null) => void;
}

export function IssueKey({ onClose, onIssued }: IssueProps) {
  const slug = useSlug();
  const form = useForm<Values>({
    initialValues: {
      name: "",
      scopes: ["competitions:read", "winners:read", "entries:create"],
      rateLimit: 600,
      rateWindowSec: 60,
      expires: "",
      addresses: [],
      handOver: true,
    },
  });
  const issuing = useAct({
    send: (body: ReturnType<typeof bodyOf>, headers) =>
      answerOf(api.POST("/organisations/{slug}/api-keys", { params: { path: { slug } }, headers, body })),
    changes: [["o", slug, "keys"]],
    onDone: ({ key }) => onIssued(key),
  });
  return (
    <FormDialog
      title="Issue a key"
      onClose={onClose}
      onSubmit={() => issuing.act(bodyOf(form.values))}
      submit="Issue"
      acting={issuing}
      isReady={form.values.scopes.length > 0}
    >
      <TextInput
        label="Name"
        description="Where the key will be used."
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Checkbox.Group label="Scopes" {...form.getInputProps("scopes")}>
        <Stack gap="xs" mt="xs">
          {Object.entries(SCOPES).map(([scope, meaning]) => (
            <Checkbox key={scope} value={scope} label={scope} description={meaning} />
          ))}
        </Stack>
      </Checkbox.Group>
      <LimitFields form={form} />
    </FormDialog>
  );
}

/** Fields for rate limit, expiry, addresses and handover. */
function LimitFields({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <SimpleGrid cols={2}>
        <NumberInput
          label="Requests"
          min={1}
          required
          allowDecimal={false}
          {...form.getInputProps("rateLimit")}
        />
        <NumberInput
          label="Period in seconds"
          min={1}
          required
          allowDecimal={false}
          {...form.getInputProps("rateWindowSec")}
        />
      </SimpleGrid>
      <TextInput
        type="datetime-local"
        label="Expires"
        description="In your time zone. Leave empty for no expiry."
        min={localInput(new Date(Date.now() + MINUTE_MS))}
        {...form.getInputProps("expires")}
      />
      <TagsInput
        label="Allowed addresses"
        description="IP addresses and networks, for example 192.0.2.0/24. Leave empty to allow all."
        {...form.getInputProps("addresses")}
      />
      <Switch
        label="Hand over to the organisation"
        description="You do not see the secret. An owner or developer of the organisation claims it within 7 days."
        {...form.getInputProps("handOver", { type: "checkbox" })}
      />
    </>
  );
}
