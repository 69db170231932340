import type { Utm } from '#src/domain/contacts/contact.ts';
import { builder } from './builder.ts';

export const UtmType = builder.objectRef<Utm>('Utm').implement({
  description: 'A campaign parameter.',
  fields: (t) => ({
    utmKey: t.exposeString('utmKey', { description: 'Such as utm_source.' }),
    utmValue: t.exposeString('utmValue', { description: 'Its value.' }),
  }),
});

export const UtmInput = builder.inputType('UtmInput', {
  description: 'A campaign parameter.',
  fields: (t) => ({
    utmKey: t.string({ required: true, description: 'Such as utm_source.' }),
    utmValue: t.string({ required: true, description: 'Its value.' }),
  }),
});
