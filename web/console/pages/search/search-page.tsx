import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Findings } from "./findings.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchText } from "./search-text.ts";

/** Searches the organisation of the page's address; without one, all organisations. */
export function SearchPage() {
  const { slug } = useParams({ strict: false });
  const text = useSearchText();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: slug === undefined ? ["search", text] : ["o", slug, "search", text],
    queryFn: () =>
      answerOf(
        slug === undefined
          ? api.POST("/search", { body: { text } })
          : api.POST("/organisations/{slug}/search", { params: { path: { slug } }, body: { text } }),
      ),
    enabled: text !== "",
  });
  return (
    <Page title="Search" lead={slug === undefined && "In all organisations."}>
      <SearchForm key={text} text={text} slug={slug} />
      {text !== "" && (
        <Section title={`Results for ${text}`}>
          {isLoading && <Loading rows={3} />}
          <ProblemAlert problem={error} again={() => void refetch()} />
          {data && <Findings findings={data} isOfAll={slug === undefined} />}
        </Section>
      )}
    </Page>
  );
}
