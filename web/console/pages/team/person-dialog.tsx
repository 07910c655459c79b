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
}

/** Asks before anybody loses anything. */
export function PersonDialog({ team, chosen: { act, person }, onClose }: DialogProps) {
  const [role, setRole] = useState(person.role);
  const options = { changes: [team.key, ["me"]], onDone: onClose };
  const changing = useAct({ ...options, send: team.change });
  const resetting = useAct({ ...options, send: team.reset });
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
        opened
        onClose={onClose}
        onSubmit={() => changing.act({ id, role })}
        submit="Change"
        isActing={changing.isActing}
        problem={changing.problem}
      >
        <RoleSelect roles={team.roles} value={role} onChange={setRole} />
      </FormDialog>
    );
  if (act === "reset")
    return (
      <FormDialog
        title={`Reset the sign-in of ${name}`}
        opened
        onClose={onClose}
        onSubmit={() => resetting.act(id)}
        submit="Reset"
        isDangerous
        isActing={resetting.isActing}
        problem={resetting.problem}
      >
        <Text size="sm">
          All passkeys and logins of {email} go at once. The person is told, and begins anew by mail. Make
          sure by another way that it is that person who asks.
        </Text>
      </FormDialog>
    );
  return (
    <FormDialog
      title={`Remove ${name}`}
      opened
      onClose={onClose}
      onSubmit={() => removing.act(id)}
      submit="Remove"
      isDangerous
      isActing={removing.isActing}
      problem={removing.problem}
    >
      <Text size="sm">
        {email} is signed out everywhere at once.{" "}
        {team.onRemoved &&
          "Keys that this person claimed and endpoints whose secrets the person has seen are shown next: make these anew."}
      </Text>
    </FormDialog>
  );
}
