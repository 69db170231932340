import { describe, expect, it } from 'vitest';
import { ByteBudget, type Share } from '#src/lib/byte-budget.ts';

const refusal = () => new Error('More than one may hold.');
const never = new AbortController().signal;
const open = () => new ByteBudget({ bytes: 200, maxBytes: 100, refusal });

/** Whether it may go on at once. The rest of the wait is not awaited. */
function takes(share: Share, bytes: number, signal = never): boolean {
  const waiting = share.take(bytes, signal);
  waiting?.catch(() => undefined);
  return waiting === undefined;
}

describe('a budget of bytes', () => {
  it('gives one holder its limit, and refuses more', async () => {
    const budget = open();
    const share = budget.open(1);
    expect(takes(share, 60)).toBe(true);
    expect(takes(share, 40)).toBe(true);
    await expect(share.take(1, never)).rejects.toThrow('More than one may hold.');
    share.close();
    expect(budget.held).toBe(0);
  });

  it('always lets the oldest grow to its limit', () => {
    const budget = open();
    const [oldest, ...others] = [1, 2, 3, 4, 5].map((key) => budget.open(key)) as [Share, ...Share[]];
    takes(oldest, 1);
    for (const other of others) while (takes(other, 10));
    expect(budget.held).toBeLessThanOrEqual(101);
    expect(takes(oldest, 99)).toBe(true);
    expect(budget.held).toBeLessThanOrEqual(200);
  });

  it('leaves room for whoever comes, whatever one key holds', () => {
    const budget = open();
    takes(budget.open(7), 1);
    const greedy = Array.from({ length: 20 }, () => budget.open(1));
    for (const share of greedy) takes(share, 10);
    // A half of the 100 that are not left for the oldest.
    expect(budget.held).toBe(51);
    expect(takes(budget.open(2), 20)).toBe(true);
  });

  it('lets keys that wait take turns', async () => {
    const budget = open();
    const [first, second] = [budget.open(9), budget.open(8)];
    takes(first, 100);
    takes(second, 50);
    const order: string[] = [];
    const waits = ['a', 'b', 'c'].map((name) => ({ name, key: 1 })).concat({ name: 'other', key: 2 });
    const shares = waits.map(({ name, key }) => {
      const share = budget.open(key);
      void share.take(60, never)?.then(() => {
        order.push(name);
        share.close();
      });
      return share;
    });
    expect(order).toEqual([]);
    first.close();
    second.close();
    await expect.poll(() => order.length).toBe(4);
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('b'));
    for (const share of shares) share.close();
    expect(budget.held).toBe(0);
  });

  it('ends a wait with its signal, and with the work that waits', async () => {
    const budget = open();
    takes(budget.open(1), 100);
    takes(budget.open(2), 50);
    const controller = new AbortController();
    const aborted = budget.open(3).take(80, controller.signal);
    const closing = budget.open(4);
    const closed = closing.take(80, never);
    controller.abort(new Error('enough'));
    closing.close();
    await expect(aborted).rejects.toThrow('enough');
    await expect(closed).rejects.toThrow('More than one may hold.');
    // What the work left running gets nothing, and holds nothing for ever.
    await expect(closing.take(1, never)).rejects.toThrow('More than one may hold.');
    expect(budget.held).toBe(150);
  });

  it('lets everything end that grows at the same time, and is never exceeded', async () => {
    const budget = open();
    let most = 0;
    const works = Array.from({ length: 40 }, async (_, index) => {
      const share = budget.open(index % 3);
      for (let step = 0; step < 10; step++) {
        await share.take(10, never);
        most = Math.max(most, budget.held);
        await new Promise((resolve) => setImmediate(resolve));
      }
      share.close();
    });
    await Promise.all(works);
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(200);
    expect(budget.held).toBe(0);
  });
});
