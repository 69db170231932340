import { connectionTo } from '../connection.ts';
import type { Distribution } from '../distribution.ts';
import { sessionOptions } from '../types.ts';
import { DistributedCredentials } from './distributed-credentials.ts';
import { DistributedRunner } from './distributed-runner.ts';
import { planKeepingClient } from './plan-keeping-client.ts';
import { inOneWorkspace } from './prisma-sql.ts';
import { WorkspaceRoutes } from './workspace-routes.ts';

/** Connections to a database that Citus has spread over several nodes. */
export const citus: Distribution = {
  client: planKeepingClient,
  // Nodes plan a page for each request. The best plans are nested loops over indexes, and planning is a fifth faster if the
  // planner considers nothing else.
  pageOptions: `${sessionOptions} -c enable_hashjoin=off -c enable_mergejoin=off -c enable_memoize=off -c enable_material=off`,
  runners(admin) {
    const routes = new WorkspaceRoutes(admin);
    return (config, open) =>
      new DistributedRunner({
        coordinator: open(config),
        routes,
        connect: (node) => open({ ...config, ...connectionTo(node, config), Client: planKeepingClient() }),
      });
  },
  credentialFinder: (search) => new DistributedCredentials(search),
  prismaSql: inOneWorkspace,
};
