import type { CallType, CreateCustomFieldInput } from '../../gql/events.ts';

/** A custom field that a template asks for. One that the workspace has already is used. */
export interface TemplateField extends Pick<CreateCustomFieldInput, 'name' | 'type' | 'inputType'> {
  readonly options?: readonly string[];
  readonly required: boolean;
  /** The options that disqualify a lead. */
  readonly disqualifying?: readonly string[];
}

/** What a new event begins with. */
export interface EventTemplate {
  readonly name: string;
  readonly callType: CallType;
  /** In minutes. */
  readonly duration: number;
  readonly description: string | null;
  readonly fields: readonly TemplateField[];
  readonly disqualifiedMessage: string | null;
}

export const templates = {
  blank: {
    name: '',
    callType: 'STRATEGY_EVENT',
    duration: 30,
    description: null,
    fields: [],
    disqualifiedMessage: null,
  },
  discovery: {
    name: 'Discovery call',
    callType: 'DISCOVERY_EVENT',
    duration: 15,
    description: 'Fifteen minutes to find out what you need, and whether we are the right people to help.',
    fields: [
      { name: 'What would you like to achieve?', type: 'CONTACT', inputType: 'TEXT_AREA', required: true },
      {
        name: 'Monthly revenue',
        type: 'CONTACT',
        inputType: 'SINGLE_SELECT',
        options: ['Below $10k', '$10k–50k', '$50k–250k', 'Above $250k'],
        required: true,
        disqualifying: ['Below $10k'],
      },
    ],
    disqualifiedMessage:
      'Thank you for your answers. Our programs are made for businesses with a monthly revenue of $10k or more, so this call would come too early for you. We wish you every success until then.',
  },
  strategy: {
    name: 'Strategy call',
    callType: 'STRATEGY_EVENT',
    duration: 45,
    description: 'We look at where you are, where you want to be and what is in the way. You leave with a clear plan.',
    fields: [
      { name: 'What have you tried so far?', type: 'CONTACT', inputType: 'TEXT_AREA', required: true },
      { name: 'Who decides with you?', type: 'CONTACT', inputType: 'TEXT', required: false },
      {
        name: 'When would you like to start?',
        type: 'CONTACT',
        inputType: 'SINGLE_SELECT',
        options: ['Right away', 'Within three months', 'Later this year', 'I am only looking around'],
        required: true,
        disqualifying: ['I am only looking around'],
      },
    ],
    disqualifiedMessage:
      'Thank you for your answers. In this call we plan the next months with people who want to start this year, so it would come too early for you. You are welcome to book it once you want to begin.',
  },
  closing: {
    name: 'Closing call',
    callType: 'STRATEGY_EVENT',
    duration: 30,
    description: 'We go through our offer, answer your open questions and agree on the next steps.',
    fields: [
      { name: 'Which questions are still open?', type: 'CALL', inputType: 'TEXT_AREA', required: false },
      {
        name: 'Will everyone who decides join the call?',
        type: 'CALL',
        inputType: 'SINGLE_SELECT',
        options: ['Yes', 'No'],
        required: true,
      },
      {
        name: 'If our offer fits, would you like to start?',
        type: 'CALL',
        inputType: 'SINGLE_SELECT',
        options: ['Yes', 'I am not sure yet', 'No'],
        required: true,
        disqualifying: ['No'],
      },
      {
        // Consent must be free, so the call can be booked without it.
        name: 'Recording of the call',
        type: 'CALL',
        inputType: 'CHECK_BOX',
        options: ['I agree that the call is recorded'],
        required: false,
      },
    ],
    disqualifiedMessage:
      'Thank you for your answers. This call is for people who want to start with us, so nothing was booked. If you change your mind, you are welcome to book it.',
  },
} as const satisfies Readonly<Record<string, EventTemplate>>;

export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as TemplateName[];
