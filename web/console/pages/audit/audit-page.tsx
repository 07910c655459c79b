import { api, pageOf } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { AuditView } from "./audit-view.tsx";

/** Shows the audit log of an organisation. */
export function AuditPage() {
  const slug = useSlug();
  return (
    <AuditView
      lead="Every change made by people or with the service's own token. Entries are never removed."
      of={["o", slug]}
      file="/organisations/{slug}/exports/audit"
      read={(query) => pageOf(api.GET("/organisations/{slug}/audit", { params: { path: { slug }, query } }))}
    />
  );
}

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
