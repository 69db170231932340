import { utmRecord } from '#src/domain/contacts/contact.ts';
import { builder } from './builder.ts';
import { recordType } from './record-types.ts';

export const UtmType = recordType('Utm', utmRecord, {
  description: 'A campaign parameter.',
});

export const UtmInput = builder.inputType('UtmInput', {
  description: 'A campaign parameter.',
  fields: (t) => ({
    utmKey: t.string({ required: true, description: 'Name of the parameter, such as utm_source.' }),
    utmValue: t.string({ required: true, description: 'Value of the parameter.' }),
  }),
});
