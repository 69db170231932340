import { Group, Input, MultiSelect, Select, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import { dialledNumber, phoneForm } from '#src/lib/network/phone-number.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../app/session.ts';
import { Checkboxes, Radios } from '../../kit/choice-groups.tsx';
import { instantAt, localText } from '../../kit/days.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { type Field, hasTime, type MemberChoice, optionsOf } from './fields.ts';

/** Few fields are ratings. */
const RatingInput = lazyPart(() => import('./rating-input.tsx'), 'RatingInput');

interface AnswerControlProps {
  readonly field: Field;
  /** As the server has it; empty for none. */
  readonly answer: readonly string[];
  readonly onChange: (answer: string[]) => void;
  readonly members: readonly MemberChoice[];
  readonly error?: ReactNode;
}

const inputTypes = { URL: 'url', EMAIL: 'email' } as const satisfies Record<string, HTMLInputTypeAttribute>;
const defaultMaxRating = 5;

interface PhoneInputProps extends TextInputProps {
  readonly value: string;
  readonly onNumber: (number: string) => void;
}

/** A number becomes what is stored when its input is left or the form is sent; a text that is none stays. */
function PhoneInput({ value, onNumber, ...input }: PhoneInputProps) {
  const number = dialledNumber(value);
  const replace = () => phoneForm.test(number) && number !== value && onNumber(number);
  return (
    <TextInput
      {...input}
      value={value}
      type="tel"
      onBlur={replace}
      onKeyDown={({ key }) => key === 'Enter' && replace()}
    />
  );
}

/** What a custom field is answered with: each input type has the control that fits it. */
export function AnswerControl({ field, answer, onChange, members, error }: AnswerControlProps) {
  const { name, inputType, description, configuration } = field;
  const { timeZone } = useSession().user;
  const [first = ''] = answer;
  const one = (value: string | null) => onChange(value === null || value === '' ? [] : [value]);
  const shared = { label: name, description, error };
  const typed = {
    ...shared,
    placeholder: configuration.placeholder ?? undefined,
    value: first,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => one(currentTarget.value),
  };
  const choice = { ...shared, value: first || null, onChange: one, searchable: true, clearable: true };
  const several = { ...shared, value: [...answer], onChange, searchable: true, clearable: true };
  const choices = optionsOf(field, answer).map((option) => ({ value: option, label: option }));
  switch (inputType) {
    case 'TEXT':
      return <TextInput {...typed} />;
    case 'TEXT_AREA':
      return <Textarea {...typed} autosize minRows={2} maxRows={10} />;
    case 'NUMBER':
      return <TextInput {...typed} inputMode="decimal" description={description ?? limitsOf(configuration)} />;
    case 'URL':
    case 'EMAIL':
      return <TextInput {...typed} type={inputTypes[inputType]} />;
    case 'PHONE':
      return <PhoneInput {...typed} onNumber={one} />;
    case 'DATE':
      if (!hasTime(field)) return <TextInput {...typed} type="date" />;
      return (
        <TextInput
          {...typed}
          type="datetime-local"
          description={description ?? `A time of ${readableZoneName(timeZone)}`}
          value={first && localText(first, timeZone)}
          onChange={({ currentTarget: { value } }) => one(value && new Date(instantAt(value, timeZone)).toISOString())}
        />
      );
    case 'SINGLE_SELECT':
      return <Select {...choice} data={choices} />;
    case 'MULTIPLE_SELECT':
      return <MultiSelect {...several} data={choices} />;
    case 'USER':
      return <Select {...choice} data={[...members]} />;
    case 'USERS_MULTIPLE':
      return <MultiSelect {...several} data={[...members]} />;
    case 'RADIO_BUTTON':
      return <Radios {...shared} value={first} onChange={one} choices={choices} />;
    case 'CHECK_BOX':
      return <Checkboxes {...shared} value={[...answer]} onChange={onChange} choices={choices} />;
    case 'RATING':
      return (
        <Input.Wrapper label={name} description={description} error={error}>
          <Group gap="xs">
            <RatingInput
              max={configuration.maxRating ?? defaultMaxRating}
              value={Number(first)}
              onChange={(value) => one(String(value))}
            />
          </Group>
        </Input.Wrapper>
      );
  }
}

function limitsOf({ min, max, step }: Field['configuration']): string | undefined {
  const parts = [
    ...(typeof min === 'number' ? [`from ${min}`] : []),
    ...(typeof max === 'number' ? [`to ${max}`] : []),
    ...(typeof step === 'number' ? [`in steps of ${step}`] : []),
  ];
  const text = parts.join(' ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
