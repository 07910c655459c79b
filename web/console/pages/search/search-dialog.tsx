import { Button, Kbd, Modal } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useMay, useMe } from "../../api/me.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { SearchIcon } from "../../parts/icons.tsx";
import { Loading } from "../../parts/table.tsx";
import { useNavigationPages } from "../../shell/navigation.tsx";

/** Loaded behind the first page, which does without it. */
const loadWindow = () => import("./search-window.tsx");
const SearchWindow = lazy(async () => ({ default: (await loadWindow()).SearchWindow }));

/** Button of the header that opens the search; so do `/` and Ctrl-K. */
export function HeaderSearch() {
  const [isOpen, setOpen] = useState(false);
  const scope = useScope();
  const pages = useNavigationPages(useParams({ strict: false }).slug);
  const isAllowed = scope !== null;
  useEffect(() => {
    if (!isAllowed) return;
    // What is typed right after the key would be lost while it loads.
    void loadWindow().catch(() => undefined);
    const open = (event: globalThis.KeyboardEvent) => {
      if (!opensSearch(event) || document.querySelector("[role=dialog]") !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, [isAllowed]);
  useFocusBack(isOpen);
  if (scope === null) return null;
  return (
    <>
      <Button
        variant="default"
        className="header-search"
        leftSection={<SearchIcon />}
        rightSection={
          <Kbd size="xs" visibleFrom="md">
            /
          </Kbd>
        }
        aria-label="Search"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      >
        <span className="header-search-text">Search</span>
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={scope.slug === undefined ? "Search all organisations" : `Search ${scope.name}`}
        size="xl"
        centered={false}
        returnFocus={false}
      >
        <Suspense fallback={<Loading rows={2} />}>
          <SearchWindow
            slug={scope.slug}
            findsEmails={scope.findsEmails}
            pages={pages}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      </Modal>
    </>
  );
}

interface Scope {
  /** undefined: all organisations. */
  readonly slug: string | undefined;
  readonly name: string;
  readonly findsEmails: boolean;
}

/** Returns what the person may search: operators all organisations, members theirs; null: nothing. */
function useScope(): Scope | null {
  const { operatorRole, memberships } = useMe();
  const { slug } = useParams({ strict: false });
  const membership = memberships.find(({ organisation }) => organisation.slug === slug) ?? memberships[0];
  const may = useMay(membership?.organisation.slug);
  if (operatorRole !== null) return { slug: undefined, name: "", findsEmails: true };
  if (membership === undefined || !may("search:read")) return null;
  const { role, organisation } = membership;
  return { ...organisation, findsEmails: role !== "developer" && role !== "viewer" };
}

function opensSearch({ key, ctrlKey, metaKey, altKey, target }: globalThis.KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === "k";
  const isTyping =
    target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
  return key === "/" && !altKey && !isTyping;
}
