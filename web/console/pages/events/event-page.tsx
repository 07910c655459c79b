import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { Id, Verbatim } from "../../parts/copy.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import { Loaded } from "../../shell/loaded.tsx";

/** Shows one event as receivers get it. */
export function EventPage() {
  const slug = useSlug();
  const { id = "" } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ["o", slug, "event", id],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/events/{id}", { params: { path: { slug, id } } })),
  });
  return (
    <Loaded query={query}>
      {(data) => (
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
      )}
    </Loaded>
  );
}
