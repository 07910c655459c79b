import { MikroORM, PostgreSqlDriver, type SqlEntityManager } from "@mikro-orm/postgresql";
import { DISCOVERY, ENTITIES } from "../entities/all.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

/** The filter of entities with an organisation. A query without its argument is refused. */
export const TENANT = "organisation";
type TenantArguments = { readonly organisationId: OrganisationId };

/** A driver without a connection: `Rows` sends statements through `Database`. */
class UnconnectedDriver extends PostgreSqlDriver {
  override getConnection(): never {
    throw new Error("statements are sent by Rows, through Database");
  }
}

let manager: SqlEntityManager | undefined;

/** Returns the manager that builds statements: one a process, since it remembers no rows. */
export function entityManager(): SqlEntityManager {
  if (!manager) {
    const orm = new MikroORM({
      entities: [...ENTITIES],
      driver: UnconnectedDriver,
      dbName: "unconnected",
      discovery: DISCOVERY,
      autoJoinRefsForFilters: false,
      implicitTransactions: false,
    });
    const scoped = [...orm.getMetadata().getAll().values()].filter(
      ({ properties }) => properties.organisationId && !properties.organisationId.nullable,
    );
    orm.em.addFilter({
      name: TENANT,
      cond: ({ organisationId }: TenantArguments) => ({ organisationId }),
      entity: scoped.map((meta) => meta.class),
    });
    manager = orm.em.fork();
  }
  return manager;
}
