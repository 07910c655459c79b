import { api, pageOf } from "../../api/client.ts";
import { AuditView } from "./audit-view.tsx";

/** Shows the audit log of the whole service, including sign-ins. */
export function WholeAuditPage() {
  return (
    <AuditView
      lead="All actions in the whole service: those in organisations, and those that concern none, such as sign-ins."
      of={["service"]}
      isOfAll
      file="/exports/audit"
      read={(query) => pageOf(api.GET("/audit", { params: { query } }))}
    />
  );
}
