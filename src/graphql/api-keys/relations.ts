import { oneOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { memberNoun } from '../users/noun.ts';
import { ApiKeyType } from './types.ts';

builder.prismaObjectFields(ApiKeyType, (t) => ({
  member: oneOf(t, memberNoun, { relation: 'membership', description: 'The member as whom it acts.' }),
}));
