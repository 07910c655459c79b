import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMe } from "../../api/me.ts";
import { FormDialog } from "../../parts/dialog.tsx";

const CHANGES = [["me"]];

/** Changes the name that others see. Initially it is the beginning of the e-mail address. */
export function OwnName() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Change your name
      </Button>
      {isOpen && <ChangeName onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeName({ onClose }: { readonly onClose: () => void }) {
  const { person } = useMe();
  const [name, setName] = useState(person.name);
  const changing = useAct({
    send: (body: { name: string }, headers) => answerOf(api.PATCH("/me", { headers, params: {}, body })),
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Change your name"
      onClose={onClose}
      onSubmit={() => changing.act({ name: name.trim() })}
      submit="Save"
      acting={changing}
      isReady={name.trim() !== ""}
    >
      <TextInput
        label="Name"
        description="Shown to others. Earlier actions keep the name that you had at the time."
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
