import { z } from 'zod';
import { coded, enumeration, list, nonBlank, text, visibleName } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { languages } from '../languages/language.ts';
import { notificationKinds } from './notification.ts';

/** A workspace's own texts of a mail to invitees, in one language. */
export const mailTextRecord = {
  kind: field.oneOf(notificationKinds, 'Kind of the email.'),
  language: field.oneOf(languages, 'Language of the email.'),
  subject: field.string('The subject, with variables; null for ours.').nullable(),
  text: field.string('The text between the greeting and the details, with variables; null for ours.').nullable(),
};
export interface MailText extends RecordOf<typeof mailTextRecord> {}

/** What a text may name in double braces. */
export const mailVariables = ['invitee', 'event', 'host', 'workspace', 'time', 'place'] as const;
export type MailVariable = (typeof mailVariables)[number];

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isVariable = (name: string): name is MailVariable => mailVariables.some((each) => each === name);

/** The names in double braces that are no variables. */
export function unknownVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name).filter((name) => !isVariable(name)))];
}

/** The text with the values of its variables. */
export function filledIn(text: string, values: Readonly<Record<MailVariable, string>>): string {
  return text.replace(variable, (whole, name: string) => (isVariable(name) ? values[name] : whole));
}

const known = mailVariables.map((name) => `{{${name}}}`).join(', ');

/** Names each variable that does not exist, and braces that are not closed. */
function withVariables<Text extends z.ZodType<string>>(text: Text) {
  return text.superRefine((value, context) => {
    const issue = (message: string) =>
      context.addIssue({ code: 'custom', message, params: coded('unknown_value', message).params });
    for (const name of unknownVariables(value)) issue(`There is no variable {{${name}}}. There are ${known}`);
    const rest = value.replace(variable, '');
    if (rest.includes('{{') || rest.includes('}}')) issue('Each {{ needs a variable and }} behind it');
  });
}

/** A text for a preview, which may be empty. */
export const triedText = (maxCharacters: number) => withVariables(text(maxCharacters));

export const mailTextInput = z.object(
  {
    kind: enumeration(notificationKinds).describe('Kind of the email.'),
    language: enumeration(languages).describe('Language of the email.'),
    subject: withVariables(visibleName(200))
      .nullish()
      .describe(`The subject in one line, at most 200 characters; null for ours. Variables: ${known}.`),
    text: withVariables(nonBlank(2_000))
      .nullish()
      .describe(
        `The text between the greeting and the details, at most 2,000 characters, with an empty line between paragraphs; null for ours. Variables: ${known}.`,
      ),
  },
  'Each must be an object with kind and language',
);

/** At most one item for each kind and language. */
export const mailTextsInput = () =>
  list(mailTextInput, notificationKinds.length * languages.length).refine(
    (items) => new Set(items.map(({ kind, language }) => `${kind} ${language}`)).size === items.length,
    coded('duplicate', 'Must not have the same kind and language twice'),
  );

/** The texts as they are stored: those of ours are left out. */
export function storedMailTexts(items: z.output<ReturnType<typeof mailTextsInput>>): MailText[] {
  return items
    .map(({ subject = null, text = null, ...item }) => ({ ...item, subject, text }))
    .filter(({ subject, text }) => subject !== null || text !== null);
}
