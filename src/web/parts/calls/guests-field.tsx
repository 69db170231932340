import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { isEmail } from '#src/lib/network/email-address.ts';
import { listedEmails } from '#src/lib/network/email-list.ts';

/** As the server has it. */
const maxGuests = 10;

/** What is wrong with the text of the field; null if nothing is. */
export function guestsProblem(text: string): string | null {
  const guests = listedEmails(text);
  const wrong = guests.find((each) => !isEmail(each));
  if (wrong !== undefined) return `${wrong} is not an email address`;
  return guests.length > maxGuests ? `At most ${maxGuests} guests` : null;
}

/** The problems of single guests stand at the field. */
export function guestErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^guests\[\d+\]$/, 'guests'), text]),
  );
}

interface GuestsFieldProps {
  readonly value?: string;
  readonly onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => void;
  readonly error?: ReactNode;
}

/** The e-mail addresses of guests in one text, as people list them. */
export function GuestsField(input: GuestsFieldProps) {
  return (
    <Textarea
      label="Guests"
      description={`Up to ${maxGuests} email addresses, separated by commas or one per line. They get the invitee's emails.`}
      autosize
      minRows={2}
      maxRows={10}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  );
}
