import { expect, test } from 'vitest';
import { type EventTemplate, templates } from '#src/web/pages/events/templates.ts';

test.each(['discovery', 'strategy', 'closing'] as const)('the %s template has a rule, and a message for it', (name) => {
  const { fields, disqualifiedMessage }: EventTemplate = templates[name];
  const rules = fields.filter(({ disqualifying }) => disqualifying !== undefined);
  expect(rules).toHaveLength(1);
  for (const { options = [], disqualifying } of rules)
    expect(options).toEqual(expect.arrayContaining([...(disqualifying ?? [])]));
  expect(disqualifiedMessage).toMatch(/^Thank you/);
});
