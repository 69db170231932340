import type { ComponentType } from 'react';
import type { CustomFieldInputType } from '../../gql/custom-fields.ts';
import {
  CalendarIcon,
  CheckboxIcon,
  ChoiceIcon,
  ConsentIcon,
  type IconProps,
  LinkIcon,
  MailIcon,
  NumberIcon,
  ParagraphIcon,
  PhoneIcon,
  StarIcon,
  TextIcon,
  UserIcon,
  UsersIcon,
} from '../../kit/icons.tsx';

export interface Kind {
  readonly title: string;
  readonly summary: string;
  readonly icon: ComponentType<IconProps>;
  /** The first is that of a new field. */
  readonly inputTypes: readonly [CustomFieldInputType, ...CustomFieldInputType[]];
  /** Its answers are options that a team names. */
  readonly hasOptions?: true;
  /** Its field can show a placeholder. */
  readonly isTyped?: true;
  /** Its answers name members of the workspace: invitees are never asked. */
  readonly isInternal?: true;
}

/** The kinds of fields as people know them. */
export const kinds = {
  text: { title: 'Short text', summary: 'One line', icon: TextIcon, inputTypes: ['TEXT'], isTyped: true },
  longText: {
    title: 'Long text',
    summary: 'Several lines',
    icon: ParagraphIcon,
    inputTypes: ['TEXT_AREA'],
    isTyped: true,
  },
  choice: {
    title: 'Choice',
    summary: 'One of several options',
    icon: ChoiceIcon,
    inputTypes: ['SINGLE_SELECT', 'RADIO_BUTTON'],
    hasOptions: true,
  },
  several: {
    title: 'Multiple choice',
    summary: 'Any number of options',
    icon: CheckboxIcon,
    inputTypes: ['CHECK_BOX', 'MULTIPLE_SELECT'],
    hasOptions: true,
  },
  number: {
    title: 'Number',
    summary: 'An amount or a size',
    icon: NumberIcon,
    inputTypes: ['NUMBER'],
    isTyped: true,
  },
  phone: { title: 'Phone', summary: 'Another phone number', icon: PhoneIcon, inputTypes: ['PHONE'], isTyped: true },
  email: { title: 'Email', summary: 'Another email address', icon: MailIcon, inputTypes: ['EMAIL'], isTyped: true },
  date: { title: 'Date', summary: 'A day, with or without a time', icon: CalendarIcon, inputTypes: ['DATE'] },
  url: { title: 'Link', summary: 'The address of a page', icon: LinkIcon, inputTypes: ['URL'], isTyped: true },
  rating: { title: 'Rating', summary: 'From 1 to 5, or up to 10', icon: StarIcon, inputTypes: ['RATING'] },
  consent: { title: 'Consent', summary: 'One box to tick', icon: ConsentIcon, inputTypes: ['CHECK_BOX'] },
  member: {
    title: 'Member',
    summary: 'Somebody of the team',
    icon: UserIcon,
    inputTypes: ['USER'],
    isInternal: true,
  },
  members: {
    title: 'Members',
    summary: 'Several of the team',
    icon: UsersIcon,
    inputTypes: ['USERS_MULTIPLE'],
    isInternal: true,
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];
export const kindOf = (name: KindName): Kind => kinds[name];

interface Shown {
  readonly inputType: CustomFieldInputType;
  /** Archived options too. */
  readonly options: readonly unknown[];
}

/** A consent is a check box with a single option: the sentence that people agree to. */
export function kindNameOf({ inputType, options }: Shown): KindName {
  if (inputType === 'CHECK_BOX' && options.length === 1) return 'consent';
  return kindNames.find((name) => kindOf(name).inputTypes.includes(inputType)) ?? 'text';
}
