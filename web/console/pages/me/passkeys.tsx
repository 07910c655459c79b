import { Alert, Button, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMe } from "../../api/me.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading, RowButton } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useNew } from "../../shell/filters.ts";
import { addPasskey, canUsePasskeys } from "../../sign-in/passkeys.ts";

type Passkey = Schema<"Passkey">;

const CHANGES = [["me"]];
const MY_PASSKEYS = {
  queryKey: ["me", "passkeys"],
  queryFn: () => answerOf(api.GET("/me/passkeys")),
};

/** Lists the passkeys of the person. */
export function Passkeys() {
  const { passkeysPossible } = useMe();
  const [isAdding, setAdding] = useNew();
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const { data, error, isLoading, refetch } = useQuery(MY_PASSKEYS);
  const isPossible = passkeysPossible && canUsePasskeys();
  const add = isPossible && <Button onClick={() => setAdding(true)}>Add a passkey</Button>;
  return (
    <Section title="Passkeys" lead="Passkeys cannot be phished, and you need no password." acts={add}>
      {!isPossible && (
        <Alert color="yellow" title="Passkeys do not work at this address">
          Browsers allow passkeys only with https or on localhost, and only for host names, not for IP
          addresses. Open the console at such an address.
        </Alert>
      )}
      <ProblemAlert problem={error} again={() => void refetch()} />
      {isLoading && <Loading rows={2} />}
      {data?.length === 0 && (
        <Empty title="No passkeys yet" action={add}>
          With a passkey you sign in without typing anything, and can do what needs confirmation.
        </Empty>
      )}
      {data && data.length > 0 && (
        <DataTable
          label="Passkeys"
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { title: "Name", cell: ({ name }) => <strong>{name}</strong> },
            { title: "Added", cell: ({ createdAt }) => <Time at={createdAt} /> },
            { title: "Last used", cell: ({ usedAt }) => <Time at={usedAt} none="never" /> },
            {
              title: "Actions",
              isActs: true,
              cell: (passkey) => (
                <RowButton label="Remove" of={passkey.name} onClick={() => setRemoved(passkey)} />
              ),
            },
          ]}
        />
      )}
      {isAdding && isPossible && <AddPasskey onClose={() => setAdding(false)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}

function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const adding = useAct({ send: addPasskey, changes: CHANGES, onDone: onClose });
  return (
    <FormDialog
      title="Add a passkey"
      onClose={onClose}
      onSubmit={() => adding.act(name.trim())}
      submit="Continue"
      acting={adding}
      isReady={name.trim() !== ""}
    >
      <TextInput
        label="Name"
        description="To recognise it later, for example Phone, YubiKey or Laptop."
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

function RemovePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const removing = useAct({
    send: (id: number, headers) =>
      answerOf(api.DELETE("/me/passkeys/{id}", { params: { path: { id } }, headers })),
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Remove ${passkey.name}`}
      onClose={onClose}
      onSubmit={() => removing.act(passkey.id)}
      submit="Remove"
      isDangerous
      acting={removing}
    >
      <Text size="sm">
        It can no longer be used to sign in. It stays on the authenticator until you delete it there, too.
      </Text>
    </FormDialog>
  );
}
