import { api, pageOf } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { Download } from "../../parts/download.tsx";
import { AuditView } from "./audit-view.tsx";

/** Who did what in an organisation. */
export function AuditPage() {
  const slug = useSlug();
  return (
    <AuditView
      lead="Every change made by people or with the service's own token. Entries are never removed."
      of={["o", slug]}
      acts={
        <Download of="/organisations/{slug}/exports/audit" slug={slug}>
          Export as JSON Lines
        </Download>
      }
      read={(query) => pageOf(api.GET("/organisations/{slug}/audit", { params: { path: { slug }, query } }))}
    />
  );
}
