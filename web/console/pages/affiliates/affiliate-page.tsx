import { useParams } from "@tanstack/react-router";
import { CommissionsPage } from "./affiliates-page.tsx";

/** One affiliate. */
export function AffiliatePage() {
  const { code = "" } = useParams({ strict: false });
  return <CommissionsPage code={code} />;
}
