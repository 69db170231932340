import { expect, test } from 'vitest';
import { DomainError } from '#src/domain/errors.ts';
import { requireBelow } from '#src/services/limits.ts';

test('the last of so many is made, and no further one', () => {
  expect(() => requireBelow(3, 2, 'At most three')).not.toThrow();
  for (const count of [3, 4]) {
    const refused = () => requireBelow(3, count, 'At most three');
    expect(refused).toThrow(DomainError);
    expect(refused).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ formErrors: ['At most three'] }) }),
    );
  }
});
