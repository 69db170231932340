import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personName } from '#src/domain/accounts/user.ts';
import { createApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { createScheduleInput } from '#src/domain/availabilities/input.ts';
import { createContactInput } from '#src/domain/contacts/contact.ts';
import { createCustomFieldInput } from '#src/domain/custom-fields/input.ts';
import { createDealInput } from '#src/domain/deals/deal.ts';
import { createEventCallInput } from '#src/domain/event-calls/booking.ts';
import { createEventInput } from '#src/domain/events/input.ts';
import { nameText, nonBlank } from '#src/domain/input.ts';
import { createOAuthClientInput } from '#src/domain/oauth-clients/input.ts';
import { createTransactionInput } from '#src/domain/transactions/transaction.ts';
import { workspaceName } from '#src/domain/workspaces/workspace.ts';

/** They turn the direction of the text around them, or end its line. */
const controls = ['\u202a', '\u202e', '\u2066', '\u2069', '\n', '\r', '\t', '\u0085', '\u2028'];
const unseen = [
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff'],
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u2800', '\u3164', '\ufe0f', '\u00a0', '\u2003', ' '],
  '\u{e0041}',
];
const seen = [
  ...['S', '7', '-', 'é', 'Ж', '東京', 'שלום', '\u200fسلام', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d💻', '❤\ufe0f'],
  ...['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '\u0601'],
];

describe('a name', () => {
  test('of characters that cannot be seen is refused, in any number and order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...unseen), maxLength: 20 }), (name) => {
        expect(
          nonBlank(255)
            .safeParse(name)
            .error?.issues.map(({ message }) => message),
        ).toEqual(['Must not be empty']);
        expect(nameText(255).safeParse(name).success).toBe(name.trim() === '');
      }),
    );
  });

  test('with one character that can be seen is taken as it is', () => {
    const around = fc.string({ unit: fc.constantFrom(...unseen), maxLength: 5 });
    fc.assert(
      fc.property(around, fc.constantFrom(...seen), around, (before, character, after) => {
        const name = `${before}${character}${after}`;
        expect(nonBlank(255).parse(name)).toBe(name);
        expect(nameText(255).parse(name)).toBe(name);
      }),
    );
  });

  test.each(controls)('with %j is refused wherever there are names', (control) => {
    const name = `Ada${control}Price`;
    const field = { type: 'CONTACT', inputType: 'RADIO_BUTTON', name: 'A', options: [{ name }] };
    const inputs = [
      ...[createCustomFieldInput.safeParse({ ...field, name }), createCustomFieldInput.safeParse(field)],
      createContactInput.safeParse({ email: 'a@example.com', firstName: name }),
      createContactInput.safeParse({ email: 'a@example.com', lastName: name }),
      createContactInput.safeParse({ email: 'a@example.com', tag: name }),
      createDealInput.safeParse({ productName: name }),
      createTransactionInput.safeParse({ name }),
      createEventInput.safeParse({ name }),
      createScheduleInput.safeParse({ name }),
      createEventCallInput.safeParse({ firstName: name }),
      personName().safeParse(name),
      workspaceName().safeParse(name),
    ];
    const message = 'Must be one line, without control characters';
    for (const { error } of inputs) expect(error?.issues.map((issue) => issue.message)).toContain(message);
  });

  test.each(['\u200b', '\u202e', '\u200d', ' \u2800'])('of %j is refused wherever there are names', (name) => {
    const option = { type: 'CONTACT', inputType: 'RADIO_BUTTON', name: 'A', options: [{ name }] };
    const inputs = [
      ...[createCustomFieldInput.safeParse({ ...option, name }), createCustomFieldInput.safeParse(option)],
      createContactInput.safeParse({ email: 'a@example.com', firstName: name }),
      ...[createEventInput, createApiKeyInput, createOAuthClientInput].map((input) => input.safeParse({ name })),
      workspaceName().safeParse(name),
    ];
    for (const { error } of inputs) {
      const wrong = error?.issues.filter(({ message }) =>
        /^Must (not be empty|have visible characters)|invisible characters/.test(message),
      );
      expect(wrong?.length).toBeGreaterThan(0);
    }
  });
});
