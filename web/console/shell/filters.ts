import { useLocation, useNavigate } from "@tanstack/react-router";

type Words = Readonly<Record<string, string | undefined>>;

/** Returns the filters and tabs of the page's address, so that reload, bookmark and Back restore them. */
export function useFilters<Name extends string>(): readonly [
  values: { readonly [N in Name]?: string },
  set: (name: Name, value: string | null) => void,
] {
  const { search: values } = useLocation() as { search: { readonly [N in Name]?: string } };
  const navigate = useNavigate();
  const set = (name: Name, value: string | null) => {
    const search = (old: Words): Words => ({ ...old, [name]: value || undefined });
    void navigate({ to: ".", search: search as never, replace: true });
  };
  return [values, set];
}
