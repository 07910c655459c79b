import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { BASE } from "../api/base.ts";
import type { paths } from "../generated/admin-api.d.ts";

interface DownloadProps {
  readonly of: Extract<keyof paths, `${string}/exports/${string}`>;
  /** Of the organisation, where it is about one. */
  readonly slug?: string;
  /** Conditions of the list. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly children: ReactNode;
}

/** A file that the service writes while it is loaded: the browser keeps it, however long it is. */
export function Download({ of, slug = "", query = {}, children }: DownloadProps) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return (
    <Button
      component="a"
      variant="default"
      href={`${BASE}/api/v1${of.replace("{slug}", slug)}${search}`}
      download
    >
      {children}
    </Button>
  );
}
