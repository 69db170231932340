import type { Language, NotificationKind, WorkspaceSettingsFragment } from '../../gql/workspace.ts';
import { languageTitles } from '../../parts/languages.ts';
import { mailKindTitles } from '../../parts/mail-frame.tsx';

/** A text of the workspace for each kind and language: `REMINDER_en_text`. If it is empty, ours is sent. */
export type MailTexts = Readonly<Record<string, string>>;

interface Mail {
  readonly kind: NotificationKind;
  readonly language: Language;
}

const kinds = Object.keys(mailKindTitles) as NotificationKind[];
const languages = Object.keys(languageTitles) as Language[];
const mails: readonly Mail[] = kinds.flatMap((kind) => languages.map((language) => ({ kind, language })));

export const fieldOf = ({ kind, language }: Mail, part: string) => `${kind}_${language}_${part}`;

/** The email that a field belongs to. */
export function mailOf(field: string): Mail | undefined {
  return mails.find((mail) => field.startsWith(fieldOf(mail, '')));
}

export function valuesOf({ mailTexts }: WorkspaceSettingsFragment): MailTexts {
  return Object.fromEntries(
    mails.flatMap((mail) => {
      const own = mailTexts.find(({ kind, language }) => kind === mail.kind && language === mail.language);
      return [
        [fieldOf(mail, 'subject'), own?.subject ?? ''],
        [fieldOf(mail, 'text'), own?.text ?? ''],
      ];
    }),
  );
}

export function inputOf(values: MailTexts): MailTexts {
  return Object.fromEntries(Object.entries(values).map(([field, typed]) => [field, typed.trim()]));
}

/** The list that the server stores. */
export function itemsOf(values: MailTexts) {
  return mails
    .map((mail) => ({
      ...mail,
      subject: values[fieldOf(mail, 'subject')] || null,
      text: values[fieldOf(mail, 'text')] || null,
    }))
    .filter(({ subject, text }) => subject !== null || text !== null);
}

/** The errors of the items that were sent, by the fields of the form. */
export function errorsByField(errors: Readonly<Record<string, string>>, sent: readonly Mail[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, text]) => {
      const [, index, part = ''] = /^mailTexts\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
      const mail = sent[Number(index)];
      return [mail ? fieldOf(mail, part) : path, text];
    }),
  );
}
