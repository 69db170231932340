import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { leadsPlace } from '../../support/leads.ts';

const app = await useApp();

test.each(['CONTACT', 'CALL', 'DEAL'])(
  'an invitee cannot tell a field (%s) that the event does not ask from one that is not there',
  async (type) => {
    const event = await leadsPlace(app, { bookingFlow: 'FORM_FIRST' });
    await customField(app, event.owner.workspaceId, { identifier: 'credit-limit', type });
    for (const ask of [event.book, event.send]) {
      const refused = async (identifier: string) => {
        const { body } = await ask({ secondaryQuestionsAnswer: [{ identifier, answer: ['x'] }] });
        return {
          data: body.data,
          code: body.errors?.[0].extensions.code,
          details: body.errors?.[0].extensions.details,
        };
      };
      const unknown = await refused('nothing-there');
      expect(unknown.code).toBeDefined();
      expect(await refused('credit-limit')).toEqual(unknown);
    }
    const written = await Promise.all(['EventCall', 'Contact', 'CustomFieldAnswer'].map((table) => event.rows(table)));
    expect(written).toEqual([[], [], []]);
  },
);
