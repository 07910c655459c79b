import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { findings, searchKey } from "./find.ts";
import { Findings } from "./findings.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchText } from "./search-text.ts";

/** Searches the organisation of the page's address; without one, all organisations. */
export function SearchPage() {
  const { slug } = useParams({ strict: false });
  const text = useSearchText();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: searchKey(slug, text),
    queryFn: () => findings(slug, text),
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
