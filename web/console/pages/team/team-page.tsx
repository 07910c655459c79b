import { useNavigate } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useMay, useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { useFilters } from "../../shell/filters.ts";
import { LeftBehind } from "./left-behind.tsx";
import { TeamView } from "./team.tsx";
import type { Team } from "./team-model.ts";

type Role = Schema<"Member">["role"];

const ROLES: readonly Role[] = ["owner", "manager", "developer", "finance", "viewer"];

/** Lists the members of an organisation. */
export function TeamPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const me = useMe().person.id;
  const navigate = useNavigate();
  const [{ leaver }] = useFilters<"leaver">();
  const path = { slug };
  const one = (id: number) => ({ path: { slug, id } });
  const team: Team = {
    title: "Team",
    inviteLabel: "Invite a member",
    lead: "People who can view and act for this organisation. At least one owner must remain.",
    key: ["o", slug, "team"],
    roles: ROLES,
    mayWrite: may("team:write"),
    people: () => answerOf(api.GET("/organisations/{slug}/members", { params: { path } })),
    invitations: () => answerOf(api.GET("/organisations/{slug}/invitations", { params: { path } })),
    invite: ({ email, role }, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/invitations", {
          params: { path },
          headers,
          body: { email, role: role as Role },
        }),
      ),
    resend: (id, headers) =>
      answerOf(api.POST("/organisations/{slug}/invitations/{id}/resend", { params: one(id), headers })),
    withdraw: (id, headers) =>
      answerOf(api.DELETE("/organisations/{slug}/invitations/{id}", { params: one(id), headers })),
    change: ({ id, role }, headers) =>
      answerOf(
        api.PATCH("/organisations/{slug}/members/{id}", {
          params: one(id),
          headers,
          body: { role: role as Role },
        }),
      ),
    remove: (id, headers) =>
      answerOf(api.DELETE("/organisations/{slug}/members/{id}", { params: one(id), headers })),
    onRemoved: (id) => {
      // Members may have removed themselves.
      if (id !== me && may("audit:read"))
        void navigate({ to: "/o/$slug/team", params: { slug }, search: { leaver: String(id) } });
    },
    reset: (id, headers) =>
      answerOf(api.POST("/organisations/{slug}/members/{id}/reset", { params: one(id), headers })),
  };
  if (leaver !== undefined && may("audit:read")) return <LeftBehind person={Number(leaver)} />;
  return <TeamView team={team} />;
}
