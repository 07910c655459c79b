import { useQuery } from "@tanstack/react-query";
import { api, pageOf } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

/** Entries that are shown. The audit page has all. */
const MOST = 20;

interface ActivityProps {
  readonly slug: string;
  /** Subjects of the audit: `order:cs_…`. The first is the page's. */
  readonly subjects: readonly string[];
}

/** Shows what colleagues did to the thing of a page, for people who may read the audit. */
export function Activity({ slug, subjects }: ActivityProps) {
  const mayRead = useMay(slug)("audit:read");
  const subject = subjects.slice(0, MOST).join(",");
  const { data, error, refetch } = useQuery({
    queryKey: ["o", slug, "audit", "of", subject],
    queryFn: () =>
      pageOf(
        api.GET("/organisations/{slug}/audit", {
          params: { path: { slug }, query: { subject, limit: MOST } },
        }),
      ),
    enabled: mayRead,
  });
  if (!mayRead || (data?.rows.length === 0 && data.next === null)) return null;
  return (
    <Section title="Activity" lead="Changes by colleagues and by the service's token.">
      <ProblemAlert problem={error} again={() => void refetch()} />
      {data && data.rows.length > 0 && (
        <ol className="line">
          {data.rows.map(({ id, at, actor, actorName, action, facts }) => (
            <li key={id}>
              <div>
                <strong>{actorName ?? actor}</strong>: {action.replaceAll(/[._]/g, " ")}
                {typeof facts["reason"] === "string" && `: ${facts["reason"]}`}
              </div>
              <div className="line-when">
                <Time at={at} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {data?.next != null && (
        <To to="/o/$slug/audit" params={{ slug }} search={{ subject } as never}>
          {data.rows.length === 0 ? "Search older entries in the audit" : "Show all in the audit"}
        </To>
      )}
    </Section>
  );
}
