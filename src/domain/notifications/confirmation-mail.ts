import { callTime, shortCallTime } from '../languages/call-times.ts';
import { insideOf } from '../languages/direction.ts';
import { commaOf, type HourFormat, type Language } from '../languages/language.ts';
import { mailTexts } from '../languages/mail/by-language.ts';
import { type MailBrand, mailForms } from '../mails/layout.ts';
import type { Mail } from '../mails/mail.ts';
import { hasAddress, oneLine } from '../mails/names.ts';

/** The contents of the mail that asks to confirm a held booking. Instants are ISO 8601 in UTC. */
export interface ConfirmationMail {
  readonly to: string;
  readonly language: Language;
  readonly timeZone: string;
  /** How the workspace writes hours; null for that of the language. */
  readonly hourFormat: HourFormat | null;
  /** The name of the event. */
  readonly event: string;
  readonly workspace: string;
  readonly brand: MailBrand;
  readonly dateTime: string;
  readonly endTime: string;
  readonly expiresAt: string;
  /** The page that confirms. */
  readonly link: string;
}

/**
 * The mail without its Message-ID. Anyone may type another person's address, so the mail contains nothing else that was typed:
 * a bot must not be able to send its own text to other people.
 */
export function confirmationMail(about: ConfirmationMail): Omit<Mail, 'messageId'> {
  const { to, language, brand, expiresAt, link } = about;
  const { confirmation: texts, labels, orOpen } = mailTexts[language];
  const [event, workspace] = [oneLine(about.event), oneLine(about.workspace)];
  const until = shortCallTime({ ...about, dateTime: expiresAt }, language);
  const facts = [
    { label: labels.event, value: event },
    { label: labels.when, value: callTime(about, language) },
    { label: labels.with, value: workspace },
  ];
  const shownEvent = event === '' || hasAddress(event) ? [] : [insideOf(language, event)];
  const subject = `${texts.subject}: ${[...shownEvent, shortCallTime(about, language)].join(commaOf(language))}`;
  const forms = mailForms({
    language,
    brand,
    heading: texts.heading,
    lines: [texts.intro(until)],
    facts: facts.filter(({ value }) => value !== ''),
    link: { href: link, text: texts.confirm, orOpen },
    end: texts.end(workspace),
  });
  return { to, subject, ...forms, senderName: workspace === '' || hasAddress(workspace) ? undefined : workspace };
}
