import { describe, expect, test } from 'vitest';
import { dynamicStatement } from '#src/db/statement.ts';

describe('a dynamic statement', () => {
  const common = { isCommon: true, cost: 'row' } as const;

  test('that is common is prepared under one name for one text, up to a hundred of each kind', () => {
    const written = Array.from({ length: 150 }, (_, index) => dynamicStatement('test.one', `SELECT ${index}`, common));
    expect(new Set(written.map(({ prepared }) => prepared)).size).toBe(101);
    expect(written[100]?.prepared).toBeUndefined();
    expect(dynamicStatement('test.one', 'SELECT 7', common)).toEqual(written[7]);
    expect(dynamicStatement('test.two', 'SELECT 7', common).prepared).toBeDefined();
  });

  test('that is not common is sent unprepared, and counts toward no limit', () => {
    for (let index = 0; index < 500; index++) {
      const odd = dynamicStatement('test.odd', `SELECT ${index}`, { ...common, isCommon: false });
      expect(odd).toEqual({ name: 'test.odd', text: `SELECT ${index}`, takesNonce: true, cost: 'row' });
    }
    expect(dynamicStatement('test.odd', 'SELECT 1', common).prepared).toBeDefined();
  });
});
