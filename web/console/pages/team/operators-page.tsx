import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import type { Schema } from "../../api/schemas.ts";
import { TeamView } from "./team.tsx";
import type { Team } from "./team-model.ts";

type Role = Schema<"OperatorPerson">["role"];

const ROLES: readonly Role[] = ["owner", "account_manager", "support", "auditor"];

/** Lists the operators of the service. */
export function OperatorsPage() {
  const may = useMay();
  const one = (id: number) => ({ path: { id } });
  const team: Team = {
    title: "Operators",
    inviteLabel: "Invite an operator",
    lead: "People who can view and act in every organisation. At least one owner must remain.",
    key: ["operators"],
    roles: ROLES,
    mayWrite: may("operators:write"),
    people: () => answerOf(api.GET("/operators")),
    invitations: () => answerOf(api.GET("/operators/invitations")),
    invite: ({ email, role }, headers) =>
      answerOf(api.POST("/operators", { headers, params: {}, body: { email, role: role as Role } })),
    resend: (id, headers) =>
      answerOf(api.POST("/operators/invitations/{id}/resend", { params: one(id), headers })),
    withdraw: (id, headers) =>
      answerOf(api.DELETE("/operators/invitations/{id}", { params: one(id), headers })),
    change: ({ id, role }, headers) =>
      answerOf(api.PATCH("/operators/{id}", { params: one(id), headers, body: { role: role as Role } })),
    remove: (id, headers) => answerOf(api.DELETE("/operators/{id}", { params: one(id), headers })),
    reset: (id, headers) => answerOf(api.POST("/operators/{id}/sign-in/reset", { params: one(id), headers })),
  };
  return <TeamView team={team} />;
}
