import { useLocation, useNavigate } from "@tanstack/react-router";

type Words = Readonly<Record<string, string | undefined>>;

/** Filters and tabs stand in the address: a page that is reloaded, sent or gone back to is the same. */
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
