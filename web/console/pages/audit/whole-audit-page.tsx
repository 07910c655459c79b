import { api, pageOf } from "../../api/client.ts";
import { Download } from "../../parts/download.tsx";
import { AuditView } from "./audit-view.tsx";

/** Who did what in the whole service, sign-ins too. */
export function WholeAuditPage() {
  return (
    <AuditView
      lead="All actions in the whole service: those in organisations, and those that concern none, such as sign-ins."
      of={["service"]}
      isOfAll
      acts={<Download of="/exports/audit">Export as JSON Lines</Download>}
      read={(query) => pageOf(api.GET("/audit", { params: { query } }))}
    />
  );
}
