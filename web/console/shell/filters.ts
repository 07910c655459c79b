import { useLocation, useNavigate } from "@tanstack/react-router";

type Words = Readonly<Record<string, string | undefined>>;

/** Returns whether the address opens the form of a new thing, so that a link of another page can. */
export function useNew(): readonly [isNew: boolean, setNew: (isNew: boolean) => void] {
  const [{ new: isNew }, set] = useFilters<"new">();
  return [isNew !== undefined, (next) => set("new", next ? "true" : null)];
}

/** Returns the filters and tabs of the page's address, so that reload, bookmark and Back restore them. */
export function useFilters<Name extends string>(): readonly [
  values: { readonly [N in Name]?: string },
  set: (name: Name, value: string | null) => void,
  setAll: (values: { readonly [N in Name]?: string | null }) => void,
] {
  const { search: values } = useLocation() as { search: { readonly [N in Name]?: string } };
  const navigate = useNavigate();
  const setAll = (changes: { readonly [N in Name]?: string | null }) => {
    const present = Object.fromEntries(
      Object.entries<string | null | undefined>(changes).map(([name, value]) => [name, value || undefined]),
    );
    const search = (old: Words): Words => ({ ...old, ...present });
    void navigate({ to: ".", search: search as never, replace: true });
  };
  const set = (name: Name, value: string | null) =>
    setAll({ [name]: value } as { [N in Name]?: string | null });
  return [values, set, setAll];
}
