import type { InviteeQuestionType } from '../../../gql/event.ts';
import { optionsOf } from '../words.ts';

export const questionTypeTitles: Readonly<Record<InviteeQuestionType, string>> = {
  NAME: 'Name',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Email',
  PHONE_NO: 'Phone number',
};

export const questionTypeOptions = optionsOf(questionTypeTitles);
