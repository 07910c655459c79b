import { ask } from "../support/builders/books.ts";
import type { Cluster } from "../support/database/cluster.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { eventually } from "../support/eventually.ts";

const STANDBY = "standby_a";

/** A primary, its standby, and a proxy that points to whichever is the primary. */
export class Replication {
  readonly primary: Cluster;
  readonly standby: Cluster;
  /** The connection from the standby to its primary. */
  readonly link: DatabaseProxy;
  /** The proxy that the service connects to. */
  readonly proxy: DatabaseProxy;

  private constructor(primary: Cluster, standby: Cluster, link: DatabaseProxy, proxy: DatabaseProxy) {
    this.primary = primary;
    this.standby = standby;
    this.link = link;
    this.proxy = proxy;
  }

  /** @param base stopped; what both are copies of */
  static async open(base: Cluster, { synchronous }: { readonly synchronous: boolean }): Promise<Replication> {
    const [primary, standby] = await Promise.all([base.copy(), base.copy()]);
    await primary.start(synchronous ? { synchronous_standby_names: `ANY 1 (${STANDBY})` } : {});
    const link = await DatabaseProxy.open(primary.url);
    await standby.startAsStandbyOf(link.url, STANDBY);
    const replication = new Replication(primary, standby, link, await DatabaseProxy.open(primary.url));
    await replication.caughtUp();
    return replication;
  }

  /** Resolves when the standby has replayed all that the primary has written until now. */
  async caughtUp(): Promise<void> {
    const [written] = await ask<{ lsn: string }>(this.primary.url, "select pg_current_wal_lsn() as lsn");
    const replayed = "select pg_last_wal_replay_lsn() >= $1 as all";
    await eventually(
      async () => (await ask<{ all: boolean }>(this.standby.url, replayed, [written!.lsn]))[0]!.all,
    );
  }

  /** Kills the primary, promotes the standby, and points the proxy to it. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await this.standby.promote();
    this.proxy.pointTo(this.standby.url);
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.link.close();
    await Promise.all([this.primary.discard(), this.standby.discard()]);
  }
}
