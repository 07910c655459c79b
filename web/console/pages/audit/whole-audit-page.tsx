import { api, pageOf } from "../../api/client.ts";
import { Download } from "../../parts/download.tsx";
import { AuditView } from "./audit-view.tsx";

/** Who did what in the whole service, sign-ins too. */
export function WholeAuditPage() {
  return (
    <AuditView
      lead="Of the whole service: what was done in each organisation, and what concerns none, such as sign-ins."
      of={["service"]}
      isOfAll
      acts={<Download of="/exports/audit">Export as lines of JSON</Download>}
      read={(query) => pageOf(api.GET("/audit", { params: { query } }))}
    />
  );
}
