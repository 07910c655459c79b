import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { Id, Verbatim } from "../../parts/copy.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { PageMissing } from "../../shell/root.tsx";

/** One event, as receivers get it. */
export function EventPage() {
  const slug = useSlug();
  const { id = "" } = useParams({ strict: false });
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "event", id],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/events/{id}", { params: { path: { slug, id } } })),
  });
  if (isLoading) return <Loading rows={6} />;
  if (error?.status === 404) return <PageMissing />;
  if (!data) return <ProblemAlert problem={error} again={() => void refetch()} />;
  return (
    <Page title={data.type}>
      <Section title="Event">
        <Facts
          facts={[
            ["ID", <Id key="id" value={data.id} of="event" />],
            ["Happened", <Time key="at" at={data.createdAt} />],
          ]}
        />
      </Section>
      <Section title="Body">
        <Verbatim text={JSON.stringify(data.payload, null, 2)} label="Body" />
      </Section>
    </Page>
  );
}
