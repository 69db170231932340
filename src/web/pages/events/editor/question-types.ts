import type { InviteeQuestionType } from '../../../gql/event.ts';
import { optionsOf } from '../../../kit/options.ts';

export const questionTypeOptions = optionsOf<InviteeQuestionType>({
  NAME: 'Name',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Email',
  PHONE_NO: 'Phone number',
});
