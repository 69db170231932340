import type { CustomFieldObjectType } from '../../gql/custom-fields.ts';

export const recordTitles: Readonly<Record<CustomFieldObjectType, string>> = {
  CONTACT: 'Contacts',
  CALL: 'Calls',
  EVENT: 'Events',
  DEAL: 'Deals',
  USER: 'Members',
};
