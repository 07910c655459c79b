import { Button, Group, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { useMe } from "../../api/me.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { type Column, DataTable, Loading, RowButton } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago, Time } from "../../parts/time.tsx";
import { useNew } from "../../shell/filters.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { RoleSelect } from "./role-select.tsx";
import type { Chosen, ShownLink, Team, TeamPerson } from "./team-model.ts";

/** Lists the people of a team and its invitations. */
export function TeamView({ team }: { readonly team: Team }) {
  const [isInviting, setInviting] = useNew();
  const me = useMe().person.id;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [shownLink, setShownLink] = useState<ShownLink | null>(null);
  const showLink = (kind: ShownLink["kind"]) => (link: string | null) =>
    setShownLink(link === null ? null : { kind, link });
  const people = useQuery({ queryKey: [...team.key, "people"], queryFn: team.people });
  const invite = team.mayWrite && <Button onClick={() => setInviting(true)}>{team.inviteLabel}</Button>;
  return (
    <Page title={team.title} lead={team.lead} acts={invite}>
      <Section title="People">
        <ProblemAlert problem={people.error} again={() => void people.refetch()} />
        {people.isLoading && <Loading rows={3} />}
        {people.data?.length === 0 && (
          <Empty title="No people yet" action={invite}>
            Invited people confirm their e-mail address and add a passkey.
          </Empty>
        )}
        {people.data && people.data.length > 0 && (
          <DataTable
            label="People"
            rows={people.data}
            keyOf={({ id }) => id}
            columns={columnsOf(team.mayWrite ? setChosen : null, me)}
          />
        )}
      </Section>
      <Invitations team={team} onLink={showLink("invitation")} />
      {isInviting && team.mayWrite && people.data && (
        <Invite
          team={team}
          isFirst={people.data.length === 0}
          onClose={() => setInviting(false)}
          onLink={showLink("invitation")}
        />
      )}
      {chosen && (
        <PersonDialog
          team={team}
          chosen={chosen}
          onClose={() => setChosen(null)}
          onReset={(link) => {
            setChosen(null);
            showLink("reset")(link);
          }}
        />
      )}
      <SecretOnce
        title={shownLink?.kind === "reset" ? "One-time sign-in link" : "Invitation link"}
        secret={shownLink?.link ?? null}
        about={`This service sends no mail. Give the link to the ${
          shownLink?.kind === "reset" ? "person; it signs in once, within a day" : "invited person"
        }. Anyone who has the link can use it.`}
        onStored={() => setShownLink(null)}
      />
    </Page>
  );
}

function columnsOf(choose: ((chosen: Chosen) => void) | null, me: number): readonly Column<TeamPerson>[] {
  const columns: Column<TeamPerson>[] = [
    {
      title: "Person",
      cell: ({ id, name, email }) => (
        <>
          <strong>{name}</strong>
          {id === me && " (you)"}
          {name !== email && <div className="figures">{email}</div>}
        </>
      ),
    },
    { title: "Role", cell: ({ role }) => role.replaceAll("_", " ") },
    {
      title: "Passkey",
      cell: ({ hasPasskey }) => (
        <Tag state={hasPasskey ? "yes" : "none yet"} tone={hasPasskey ? "good" : "warn"} />
      ),
    },
    { title: "Last seen", cell: ({ seenAt }) => <Ago at={seenAt} /> },
    { title: "Joined", cell: ({ since }) => <Ago at={since} /> },
  ];
  if (choose)
    columns.push({
      title: "Actions",
      isActs: true,
      cell: (person) => (
        <div className="row-acts">
          {/* The own role cannot be changed, and the page Passkeys and devices changes the own sign-in. */}
          {ACTS.filter(({ act }) => act === "remove" || person.id !== me).map(({ act, label }) => (
            <RowButton
              key={act}
              label={label}
              of={person.email}
              isDangerous={act === "remove"}
              onClick={() => choose({ act, person })}
            />
          ))}
        </div>
      ),
    });
  return columns;
}

const ACTS = [
  { act: "change", label: "Change role" },
  { act: "reset", label: "Reset sign-in" },
  { act: "remove", label: "Remove" },
] as const;

interface InvitationsProps {
  readonly team: Team;
  readonly onLink: (link: string | null) => void;
}

function Invitations({ team, onLink }: InvitationsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...team.key, "invitations"],
    queryFn: team.invitations,
  });
  const changes = [team.key];
  const resending = useAct({ send: team.resend, changes, onDone: ({ link }) => onLink(link) });
  const withdrawing = useAct({ send: team.withdraw, changes });
  if (data?.length === 0) return null;
  return (
    <Section title="Invited" lead="An invitation is valid for 7 days, and only for its e-mail address.">
      <ProblemAlert
        problem={error ?? resending.problem ?? withdrawing.problem}
        again={() => void refetch()}
      />
      {data && (
        <DataTable
          label="Invited"
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { title: "E-mail", cell: ({ email }) => email },
            { title: "Role", cell: ({ role }) => role.replaceAll("_", " ") },
            { title: "Invited by", cell: ({ inviter }) => inviter },
            { title: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            {
              title: "Actions",
              isActs: true,
              cell: ({ id, email }) =>
                team.mayWrite && (
                  <Group gap="xs">
                    <RowButton label="Resend" of={email} onClick={() => resending.act(id)} />
                    <RowButton label="Withdraw" of={email} onClick={() => withdrawing.act(id)} />
                  </Group>
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}

interface InviteProps extends InvitationsProps {
  /** A team needs an owner first. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

function Invite({ team, isFirst, onClose, onLink }: InviteProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState(team.roles.at(isFirst ? 0 : -1)!);
  const inviting = useAct({
    send: team.invite,
    changes: [team.key],
    onDone: ({ link }) => {
      onClose();
      onLink(link);
    },
  });
  return (
    <FormDialog
      title={team.inviteLabel}
      onClose={onClose}
      onSubmit={() => inviting.act({ email: email.trim(), role })}
      submit="Invite"
      acting={inviting}
    >
      <TextInput
        type="email"
        label="E-mail"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <RoleSelect roles={team.roles} value={role} onChange={setRole} />
    </FormDialog>
  );
}
