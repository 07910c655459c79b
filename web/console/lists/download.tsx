import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BASE } from "../api/base.ts";
import type { ListFilter } from "../api/list.ts";
import { useMay } from "../api/me.ts";
import type { paths } from "../generated/admin-api.d.ts";

/** Route of an export: of the organisation of the page, or of the whole service. */
export type ExportPath = Extract<keyof paths, `${string}/exports/${string}`>;

interface DownloadProps {
  readonly of: ExportPath;
  /** Filter of the list, which the export applies, too. */
  readonly filter?: ListFilter | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly children?: ReactNode;
}

/** Link to a file that the service writes while the browser downloads it, for people who may export. */
export function Download({ of, filter, query = {}, children = "Export as CSV" }: DownloadProps) {
  const { slug = "" } = useParams({ strict: false });
  const may = useMay(slug);
  // Reading the audit includes its export.
  if (!of.endsWith("/audit") && !may("exports:read")) return null;
  const all = { ...(filter?.value !== undefined && { [filter.name]: filter.value }), ...query };
  const search = Object.keys(all).length === 0 ? "" : `?${new URLSearchParams(all)}`;
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
