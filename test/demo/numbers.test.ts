import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoWorkspace, type DemoWorkspace } from '#src/demo/demo-workspace.ts';
import { type Body, type TestApp, testApp } from '../support/app.ts';

/** A demo is made on any day of the year, at any hour. */
describe.each(['2026-11-20T15:30:00Z', '2027-03-01T00:10:00Z', '2027-07-04T23:50:00Z'])(
  'the numbers of a demo workspace made at %s',
  (now) => {
    let app: TestApp;
    let demo: DemoWorkspace;
    const today = now.slice(0, 10);
    const daysAgo = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();

    beforeAll(async () => {
      app = await testApp();
      app.clock.set(now);
      demo = (await createDemoWorkspace(app.context)) as DemoWorkspace;
    });
    afterAll(() => app.close());

    async function report(parameters: Record<string, string> = {}): Promise<Body> {
      // The workspace is west of Greenwich: its calendar day may be the one before.
      const query = new URLSearchParams({ dateFrom: daysAgo(90), dateTo: today, ...parameters });
      const { status, body } = await app.get(`/v1/reports/calls?${query}`, demo.key);
      expect(status).toBe(200);
      return body.data;
    }

    test('three of four invitees come, in each of the last months', async () => {
      const { total } = await report();
      expect(total.showRate.denominator).toBeGreaterThan(200);
      expect(total.showRate.value).toBeGreaterThanOrEqual(0.72);
      expect(total.showRate.value).toBeLessThanOrEqual(0.78);
      for (const days of [30, 60, 90]) {
        const month = await report({ dateFrom: daysAgo(days), dateTo: daysAgo(days - 29) });
        expect(month.total.showRate.value, `${days} days ago`).toBeGreaterThanOrEqual(0.7);
        expect(month.total.showRate.value, `${days} days ago`).toBeLessThanOrEqual(0.8);
      }
    });

    test('exactly two calls wait for an outcome', async () => {
      const { total } = await report();
      expect(total.undecided).toBe(2);
      const earlier = await report({ dateFrom: daysAgo(425), dateTo: daysAgo(91) });
      expect(earlier.total.undecided).toBe(0);
    });

    test('one source is clearly worse than all others', async () => {
      const { groups } = await report({ groupBy: 'source' });
      const rates = groups.map(({ key, showRate }: Body) => ({ key, rate: showRate.value, of: showRate.denominator }));
      expect(rates).toHaveLength(6);
      for (const { key, of } of rates) expect(of, key).toBeGreaterThanOrEqual(10);
      const [worst, next] = rates.toSorted((one: Body, other: Body) => one.rate - other.rate);
      expect(worst.key).toBe('linkedin');
      expect(worst.rate).toBeLessThan(next.rate - 0.15);
    });

    test('one closer is clearly better than all others', async () => {
      const { groups, total } = await report({ groupBy: 'closer' });
      const rates = groups.map(({ label, closeRate }: Body) => ({ label, rate: closeRate.value }));
      expect(rates).toHaveLength(4);
      const [best, next] = rates.toSorted((one: Body, other: Body) => other.rate - one.rate);
      expect(best.label).toBe('Priya Raman');
      expect(best.rate).toBeGreaterThan(1.25 * next.rate);
      expect(total.closeRate.value).toBeGreaterThan(0.2);
      expect(total.closeRate.value).toBeLessThan(0.4);
    });

    test('reasons and objections are many, and none outweighs all others', async () => {
      const shares = async (column: string, condition: string) => {
        const rows = await app.sql<{ value: string; share: string }>(
          `SELECT "${column}" AS "value", count(*) / sum(count(*)) OVER () AS "share" FROM "EventCall"
           WHERE "workspaceId" = $1 AND "${column}" IS NOT NULL AND ${condition} GROUP BY 1`,
          [demo.workspaceId],
        );
        return new Map(rows.map(({ value, share }) => [value, Number(share)]));
      };
      const reasons = await shares('noSaleReason', `"status" <> 'CANCELLED' AND "noSaleReason" <> 'NO_SHOW'`);
      expect([...reasons.keys()].sort()).toEqual([
        'BAD_FIT',
        'FOLLOW_UP_SCHEDULE',
        'NOT_INTERESTED',
        'OTHER',
        'UNQUALIFIED',
      ]);
      const objections = await shares('objectionKind', 'true');
      expect([...objections.keys()].sort()).toEqual(['FEAR', 'LOGISTIC', 'MONEY', 'PARTNER']);
      for (const share of [...reasons.values(), ...objections.values()]) {
        expect(share).toBeGreaterThan(0.05);
        expect(share).toBeLessThan(0.45);
      }
    });
  },
);
