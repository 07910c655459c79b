import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading, RowButton } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";

const CHANGES = [["me"]];

/** Lists the devices where the person is signed in. */
export function Devices() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["me", "logins"],
    queryFn: () => answerOf(api.GET("/me/logins")),
  });
  const ending = useAct({
    send: (id: number, headers) =>
      answerOf(api.DELETE("/me/logins/{id}", { params: { path: { id } }, headers })),
    changes: CHANGES,
  });
  const endingOthers = useAct({
    send: (_: null, headers) => answerOf(api.DELETE("/me/logins", { headers })),
    changes: CHANGES,
  });
  return (
    <Section
      title="Devices"
      lead="Where you are signed in. A device that you sign out must sign in again at once."
      acts={
        data &&
        data.length > 1 && (
          <Button variant="default" onClick={() => endingOthers.act(null)} loading={endingOthers.isActing}>
            Sign out all others
          </Button>
        )
      }
    >
      <ProblemAlert problem={error ?? ending.problem ?? endingOthers.problem} again={() => void refetch()} />
      {isLoading && <Loading rows={2} />}
      {data && (
        <DataTable
          label="Devices"
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { title: "Browser", cell: ({ browser }) => browser },
            { title: "Address", cell: ({ client }) => <code className="plain">{client}</code> },
            { title: "Signed in", cell: ({ createdAt }) => <Time at={createdAt} /> },
            { title: "Last used", cell: ({ seenAt }) => <Time at={seenAt} /> },
            {
              title: "Actions",
              isActs: true,
              cell: ({ id, browser, current }) =>
                current ? (
                  <Tag state="this device" tone="note" />
                ) : (
                  <RowButton label="Sign out" of={browser} onClick={() => ending.act(id)} />
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}
