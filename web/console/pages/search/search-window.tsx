import { Button, Group, Kbd, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import type { NavigationPage } from "../../shell/navigation.tsx";
import { findings, searchKey } from "./find.ts";
import {
  amountOf,
  buyerOf,
  type Finding,
  FindingState,
  keyOfFinding,
  KINDS,
  PAGES,
  ticketsOf,
} from "./finding.tsx";

const WAIT_MS = 250;
const SHORTEST = 2;
/** Results in the window. The search page shows all. */
const MOST = 12;
const MOST_PAGES = 4;

interface SearchWindowProps {
  readonly slug: string | undefined;
  readonly findsEmails: boolean;
  /** Pages that the person may open. */
  readonly pages: readonly NavigationPage[];
  readonly onClose: () => void;
}

/** Field that finds pages and purchases while the person types, with the results below. */
export function SearchWindow({ slug, findsEmails, pages: allPages, onClose }: SearchWindowProps) {
  const list = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { hits, found, isCurrent, isLong, isFetching, error, again } = useHits(slug, typed.trim());
  const { follow, open, showAll } = useWaysOn(slug, typed.trim(), onClose);
  const pages = pagesFound(allPages, typed.trim());
  const count = pages.length + hits.length;
  const chosen = Math.min(at, count - 1);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setAt((chosen + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const page = pages[chosen];
      const finding = hits[chosen - pages.length];
      if (page) open(page);
      else if (finding) follow(finding);
      else if (isCurrent || !isLong) showAll();
    }
  };
  return (
    <>
      <TextInput
        autoFocus
        data-autofocus
        label="Search"
        description={`Page, order ID${findsEmails ? ", e-mail" : ""}, wallet, the provider's ID of a payment, or for example: competition 12 ticket 340`}
        value={typed}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? `${list}-${chosen}` : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ProblemAlert problem={error} again={again} />
      <Results
        list={list}
        pages={pages}
        hits={hits}
        chosen={chosen}
        isOfAll={slug === undefined}
        onOpen={open}
        onFollow={follow}
      />
      <Text size="sm" c="dimmed" role="status" mt="xs">
        {statusOf({ isLong, isFetching, found, findsEmails })}
      </Text>
      <Foot onShowAll={typed.trim() === "" ? null : showAll} />
    </>
  );
}

interface ResultsProps {
  /** Id of the list, which begins the ids of its options. */
  readonly list: string;
  readonly pages: readonly NavigationPage[];
  readonly hits: readonly Finding[];
  /** Position of the chosen option, pages first. */
  readonly chosen: number;
  readonly isOfAll: boolean;
  readonly onOpen: (page: NavigationPage) => void;
  readonly onFollow: (finding: Finding) => void;
}

function Results({ list, pages, hits, chosen, isOfAll, onOpen, onFollow }: ResultsProps) {
  return (
    <div id={list} role="listbox" aria-label="Results" className="hits">
      {pages.map((page, position) => (
        <PageHit
          key={page.href}
          id={`${list}-${position}`}
          page={page}
          isChosen={position === chosen}
          onChoose={() => onOpen(page)}
        />
      ))}
      {hits.map((finding, position) => (
        <Hit
          key={keyOfFinding(finding)}
          id={`${list}-${pages.length + position}`}
          finding={finding}
          isChosen={pages.length + position === chosen}
          isOfAll={isOfAll}
          onChoose={() => onFollow(finding)}
        />
      ))}
    </div>
  );
}

/** Returns the pages with a word that begins with the text. */
function pagesFound(pages: readonly NavigationPage[], text: string): readonly NavigationPage[] {
  const start = text.toLowerCase();
  if (start === "") return [];
  return pages.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${start}`)).slice(0, MOST_PAGES);
}

/** Searches for a text when the person pauses. @param now the typed text */
function useHits(slug: string | undefined, now: string) {
  const [text] = useDebouncedValue(now, WAIT_MS);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: searchKey(slug, text),
    queryFn: () => findings(slug, text),
    enabled: text.length >= SHORTEST,
  });
  const isCurrent = text === now && text.length >= SHORTEST && data !== undefined;
  return {
    hits: isCurrent ? data.slice(0, MOST) : [],
    found: data?.length ?? 0,
    isCurrent,
    isLong: now.length >= SHORTEST,
    isFetching: isFetching || text !== now,
    error,
    again: () => void refetch(),
  };
}

/** Returns functions that leave the window: to a finding's page, a page of the menu, and the page with all results. */
function useWaysOn(slug: string | undefined, searchText: string, onClose: () => void) {
  const navigate = useNavigate();
  return {
    follow: ({ kind, id, organisation }: Finding) => {
      onClose();
      void navigate({ to: PAGES[kind], params: { slug: organisation, id } });
    },
    open: ({ href }: NavigationPage) => {
      onClose();
      void navigate({ to: href });
    },
    showAll: () => {
      if (searchText === "") return;
      onClose();
      const state = { searchText };
      void (slug === undefined
        ? navigate({ to: "/search", state })
        : navigate({ to: "/o/$slug/search", params: { slug }, state }));
    },
  };
}

/** Shows the keys, and the button that leads to all results. @param onShowAll null: the text is empty */
function Foot({ onShowAll }: { readonly onShowAll: (() => void) | null }) {
  return (
    <Group justify="space-between" mt="xs">
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to open,{" "}
        <Kbd size="xs">Esc</Kbd> to close
      </Text>
      <Button
        variant="default"
        size="compact-md"
        onClick={onShowAll ?? undefined}
        disabled={onShowAll === null}
      >
        Show all results
      </Button>
    </Group>
  );
}

interface Status {
  readonly isLong: boolean;
  readonly isFetching: boolean;
  readonly found: number;
  readonly findsEmails: boolean;
}

function statusOf({ isLong, isFetching, found, findsEmails }: Status): string {
  if (!isLong) return findsEmails ? "" : "Your role sees e-mails in part, so an e-mail finds nothing.";
  if (isFetching) return "Searching…";
  if (found === 0) return "No results.";
  return found > MOST ? `The first ${MOST} results are shown.` : "";
}

interface PageHitProps {
  readonly id: string;
  readonly page: NavigationPage;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Shows a page of the menu. */
function PageHit({ id, page: { label, of }, isChosen, onChoose }: PageHitProps) {
  return (
    <div id={id} role="option" aria-selected={isChosen} className="hit" onClick={onChoose}>
      <span className="hit-kind">Page</span>
      <span className="hit-text">
        <span className="hit-title">{label}</span>
        <span className="hit-rest">{of}</span>
      </span>
    </div>
  );
}

interface HitProps {
  readonly id: string;
  readonly finding: Finding;
  readonly isChosen: boolean;
  readonly isOfAll: boolean;
  readonly onChoose: () => void;
}

/** Shows a result: what it is, whose, and its state. */
function Hit({ id, finding, isChosen, isOfAll, onChoose }: HitProps) {
  const { kind, organisation, details } = finding;
  const title = buyerOf(finding) || details.competitionTitle || finding.id;
  const rest = [
    isOfAll ? organisation : null,
    title === details.competitionTitle ? null : details.competitionTitle,
    ticketsOf(finding),
  ].filter(Boolean);
  return (
    // The keyboard stays in the field, which names the chosen option.
    <div id={id} role="option" aria-selected={isChosen} className="hit" onClick={onChoose}>
      <span className="hit-kind">{KINDS[kind]}</span>
      <span className="hit-text">
        <span className="hit-title">{title}</span>
        {rest.length > 0 && <span className="hit-rest">{rest.join(" · ")}</span>}
      </span>
      <span className="hit-end">
        <span>{amountOf(finding)}</span>
        <FindingState finding={finding} />
      </span>
    </div>
  );
}
