import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWebhookDeliveries } from '#src/db/reads/webhook-deliveries.ts';
import { dueDeliveriesStatements, dueEndpointsStatement } from '#src/db/reads/webhook-queue.ts';
import type { Statement } from '#src/db/statement.ts';
import { markStatement, waitingStatement, workspacesStatement } from '#src/db/writes/webhook-dispatch.ts';
import { webhookServices } from '../../support/webhook-workers.ts';

const rows = 100_000;

// Its rows stay until the last test.
const services = await webhookServices();
let busy: { workspaceId: number; webhookId: number };
beforeAll(async () => {
  const { workspaceId } = await services.workspace();
  const webhookId = await services.endpoint(workspaceId, { url: 'https://example.com/busy' });
  busy = { workspaceId, webhookId };
  await services.sql(
    `INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "isDispatched")
     SELECT $1, 'contact.created', '{}', n % 2 = 0 FROM generate_series(1, ${2 * rows}) n`,
    [workspaceId],
  );
  // One waits, one was delivered.
  await services.sql(
    `INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "status", "dueAt")
     SELECT $1, $2, "id", row_number() OVER (ORDER BY "id"), (CASE WHEN "isDispatched" THEN 'PENDING' ELSE 'DELIVERED' END)::"DeliveryStatus",
       now() - interval '1 hour' + "id" * interval '1 ms' FROM "WebhookEvent" WHERE "workspaceId" = $1`,
    [workspaceId, webhookId],
  );
  await services.sql(
    `UPDATE "WebhookDelivery" SET "status" = 'FAILED' WHERE "workspaceId" = $1 AND "status" = 'DELIVERED' AND "sequence" % 4000 < 2`,
    [workspaceId],
  );
  await services.sql(
    `INSERT INTO "Webhook" ("workspaceId", "url", "secret", "dueAt")
     SELECT $1, 'https://example.com/' || n, '', CASE WHEN n % 10 = 0 THEN now() - n * interval '1 ms' END
     FROM generate_series(1, 20000) n`,
    [workspaceId],
  );
  await services.sql(`UPDATE "Webhook" SET "leasedBy" = 'me', "leasedUntil" = now() WHERE "id" = $1`, [webhookId]);
  await services.sql('ANALYZE "WebhookEvent", "WebhookDelivery", "Webhook"');
});
afterAll(() => services.close());

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** The nodes of the plan that PostgreSQL makes for a prepared statement, once for these values and once for all. */
async function nodesOf({ text }: Statement, values: readonly unknown[], mode: string): Promise<Node[]> {
  const client = await services.context.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
    await client.query(`PREPARE "hot" AS ${text}`);
    const literals = values.map((value) => (Array.isArray(value) ? `'{${value}}'` : `'${value}'`)).join(', ');
    const result = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE "hot"(${literals})`);
    await client.query('DEALLOCATE "hot"');
    await client.query('ROLLBACK');
    const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
    return flatten(result.rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    client.release();
  }
}

describe.each(['force_custom_plan', 'force_generic_plan'])('with 100,000 waiting rows and %s', (mode) => {
  async function expectIndex(statement: Statement, values: readonly unknown[], index: string, maxRows: number) {
    const nodes = await nodesOf(statement, values, mode);
    const scans = nodes.filter((node) => node['Node Type'].includes('Scan') && node['Index Name'] === index);
    expect(scans).toHaveLength(1);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expectFew(nodes, maxRows);
  }

  function expectFew(nodes: readonly Node[], maxRows: number) {
    for (const node of nodes) {
      expect(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(maxRows);
    }
  }

  test('the endpoints that are due come from their partial index', async () => {
    await expectIndex(dueEndpointsStatement, [100], 'Webhook_due_idx', 100);
  });

  test('the deliveries that are due come from their partial index', async () => {
    const values = [busy.workspaceId, busy.webhookId, 'me', ['1', '2', '3']];
    // Those that are left out may be read.
    await expectIndex(dueDeliveriesStatements.failing, values, 'WebhookDelivery_waiting_idx', 10 + 3);
    await expectIndex(dueDeliveriesStatements.healthy, values, 'WebhookDelivery_waiting_idx', 100 + 3);
  });

  test('the next workspaces and their events come from their partial index', async () => {
    await expectIndex(workspacesStatement, [0, 20], 'WebhookEvent_undispatched_idx', 1000);
    await expectIndex(waitingStatement, [busy.workspaceId], 'WebhookEvent_undispatched_idx', 1000);
  });

  test.each([{ webhookId: true }, { webhookId: false }])(
    'a page of failed deliveries comes from their partial index: %o',
    async ({ webhookId }) => {
      let nodes: Node[] = [];
      const run = async (statement: Statement, values: readonly unknown[]) => {
        nodes = await nodesOf(statement, [...values, 0], mode);
        return [];
      };
      await readWebhookDeliveries({ ...services.context.db, run } as typeof services.context.db, {
        ...{ workspaceId: busy.workspaceId, statuses: ['FAILED'], limit: 20, offset: 0 },
        ...{ webhookId: webhookId ? busy.webhookId : undefined, kinds: undefined, endpoints: undefined },
      });
      expect(nodes.filter((node) => node['Index Name'] === 'WebhookDelivery_failed_idx')).toHaveLength(2);
      expectFew(nodes, 50);
    },
  );

  test('of the events that wait, only those that are dispatched are read', async () => {
    const ids = await services.sql<{ id: string }>(
      'SELECT "id" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND NOT "isDispatched" ORDER BY "id" LIMIT 1000',
      [busy.workspaceId],
    );
    const [first, last] = [ids[0]?.id, ids.at(-1)?.id];
    const nodes = await nodesOf(markStatement, [busy.workspaceId, ids.map(({ id }) => id), first, last], mode);
    expectFew(nodes, 1000);
  });
});
