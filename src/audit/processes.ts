import { AuditTrail } from "./audit-trail.ts";

export const AUDIT = [AuditTrail] as const;
