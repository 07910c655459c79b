import { Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { RoleSelect } from "./role-select.tsx";
import type { Chosen, Team } from "./team-model.ts";

interface DialogProps {
  readonly team: Team;
  readonly chosen: Chosen;
  readonly onClose: () => void;
  /** Receives the link of a reset if no mail delivers it; null: a mail does. */
  readonly onReset: (link: string | null) => void;
}

/** Asks for confirmation before it changes a role, resets a sign-in or removes a person. */
export function PersonDialog({ team, chosen: { act, person }, onClose, onReset }: DialogProps) {
  const [role, setRole] = useState(person.role);
  const options = { changes: [team.key, ["me"]], onDone: onClose };
  const changing = useAct({ ...options, send: team.change });
  const resetting = useAct({ ...options, send: team.reset, onDone: ({ link }) => onReset(link) });
  const removing = useAct({
    ...options,
    send: team.remove,
    onDone: () => {
      onClose();
      team.onRemoved?.(person.id);
    },
  });
  const { id, name, email } = person;
  if (act === "change")
    return (
      <FormDialog
        title={`Role of ${name}`}
        onClose={onClose}
        onSubmit={() => changing.act({ id, role })}
        submit="Change role"
        acting={changing}
      >
        <RoleSelect roles={team.roles} value={role} onChange={setRole} />
      </FormDialog>
    );
  if (act === "reset")
    return (
      <FormDialog
        title={`Reset the sign-in of ${name}`}
        onClose={onClose}
        onSubmit={() => resetting.act(id)}
        submit="Reset"
        isDangerous
        acting={resetting}
      >
        <Text size="sm">
          All passkeys and logins of {email} are removed at once. A one-time link signs the person in again:
          it is mailed, or shown to you if this service sends no mail. Confirm first, through another channel,
          that the person requested it.
        </Text>
      </FormDialog>
    );
  return (
    <FormDialog
      title={`Remove ${name}`}
      onClose={onClose}
      onSubmit={() => removing.act(id)}
      submit="Remove"
      isDangerous
      acting={removing}
    >
      <Text size="sm">
        {email} is signed out everywhere at once.{" "}
        {team.onRemoved &&
          "Keys that this person claimed and endpoints whose secrets the person has seen are listed next. Replace them."}
      </Text>
    </FormDialog>
  );
}
