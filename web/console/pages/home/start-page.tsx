import { Navigate } from "@tanstack/react-router";
import { useMe } from "../../api/me.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page } from "../../parts/page.tsx";

/** Leads operators to the health page, and members to their organisation. */
export function StartPage() {
  const { operatorRole, memberships } = useMe();
  if (operatorRole !== null) return <Navigate to="/health" replace />;
  const [first] = memberships;
  if (first) return <Navigate to="/o/$slug" params={{ slug: first.organisation.slug }} replace />;
  return (
    <Page title="Welcome">
      <Empty title="You are not a member of an organisation">
        An owner of an organisation or an operator can invite you. Until then there is nothing to show here.
      </Empty>
    </Page>
  );
}
