import { z } from 'zod';
import { coded, enumeration, list, nameText, nonBlank, text, visibleName } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { languages } from '../languages/language.ts';
import { notificationKinds } from './notification.ts';

/** A workspace's own texts of a mail to invitees, in one language. */
export const mailTextRecord = {
  kind: field.oneOf(notificationKinds, 'Kind of the email.'),
  language: field.oneOf(languages, 'Language of the email.'),
  subject: field.string('The subject, with variables; null for the default one.').nullable(),
  text: field
    .string('The text between the greeting and the details, with variables; null for the default one.')
    .nullable(),
};
export interface MailText extends RecordOf<typeof mailTextRecord> {}

/** What a text may name in double braces. */
export const mailVariables = ['invitee', 'event', 'host', 'workspace', 'time', 'place'] as const;
export type MailVariable = (typeof mailVariables)[number];

/** Those of a subject. Anyone may book with any address, so nothing that was typed into the form is in a subject. */
export const subjectVariables = mailVariables.filter((name) => name !== 'invitee');

// It takes time in proportion to the length of any text: the white space is in the name, and is removed afterwards.
const variable = /\{\{([^{}]*)\}\}/g;

/** The names in double braces that are no variables. */
export function unknownVariables(text: string, variables: readonly string[] = mailVariables): string[] {
  const names = [...text.matchAll(variable)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !variables.includes(name)))];
}

/** The text with the values of its variables. */
export function filledIn(text: string, values: Readonly<Record<MailVariable, string>>): string {
  return text.replace(variable, (whole, braced: string) => {
    const name = mailVariables.find((each) => each === braced.trim());
    return name === undefined ? whole : values[name];
  });
}

const listed = (variables: readonly string[]) => variables.map((name) => `{{${name}}}`).join(', ');

/** How many unknown variables of a text are named. */
const maxNamed = 10;

/** A text that names variables that do not exist, and braces that are not closed. One that is too long is not searched. */
function withVariables<Text extends z.ZodType<string>>(
  text: (maxCharacters: number) => Text,
  { maxCharacters, variables }: { readonly maxCharacters: number; readonly variables: readonly string[] },
) {
  return text(maxCharacters).superRefine((value, context) => {
    if (value.length > maxCharacters) return;
    const issue = (message: string) =>
      context.addIssue({ code: 'custom', message, params: coded('unknown_value', message).params });
    for (const name of unknownVariables(value, variables).slice(0, maxNamed)) {
      issue(`There is no variable {{${name}}}. There are ${listed(variables)}`);
    }
    const rest = value.replace(variable, '');
    if (rest.includes('{{') || rest.includes('}}')) issue('Each {{ needs a variable and }} after it');
  });
}

const ofSubject = { maxCharacters: 200, variables: subjectVariables };
const ofText = { maxCharacters: 2_000, variables: mailVariables };

/** Texts for a preview, which may be empty. */
export const triedSubject = () => withVariables(nameText, ofSubject);
export const triedText = () => withVariables(text, ofText);

export const mailTextInput = z.object(
  {
    kind: enumeration(notificationKinds).describe('Kind of the email.'),
    language: enumeration(languages).describe('Language of the email.'),
    subject: withVariables(visibleName, ofSubject)
      .nullish()
      .describe(
        `The subject in one line, at most 200 characters; null for the default one. Variables: ${listed(subjectVariables)}.`,
      ),
    text: withVariables(nonBlank, ofText)
      .nullish()
      .describe(
        `The text between the greeting and the details, at most 2,000 characters, with an empty line between paragraphs; null for the default one. Variables: ${listed(mailVariables)}.`,
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

/** The texts as they are stored: items without a text of their own are left out. */
export function storedMailTexts(items: z.output<ReturnType<typeof mailTextsInput>>): MailText[] {
  return items
    .map(({ subject = null, text = null, ...item }) => ({ ...item, subject, text }))
    .filter(({ subject, text }) => subject !== null || text !== null);
}
