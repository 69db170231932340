import { type CalendarPerson, callCalendar, callUid } from '#src/domain/event-calls/call-calendar.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { callTime, shortCallTime } from '../languages/call-times.ts';
import { insideOf } from '../languages/direction.ts';
import { commaOf, type HourFormat, type Language } from '../languages/language.ts';
import { mailTexts } from '../languages/mail/by-language.ts';
import type { MailTexts } from '../languages/mail-texts.ts';
import { type Fact, type MailBrand, mailForms } from '../mails/layout.ts';
import type { Mail } from '../mails/mail.ts';
import { greetedName, hasAddress, oneLine } from '../mails/names.ts';
import { filledIn, type MailText, type MailVariable } from './mail-text.ts';
import type { MailRecipient, NotificationKind } from './notification.ts';

/** The contents of a mail about a call. Instants are ISO 8601 in UTC. */
export interface CallMail {
  readonly kind: NotificationKind;
  readonly recipient: MailRecipient;
  /** The guest who gets the mail. Undefined for other recipients. */
  readonly guest?: MailedGuest | undefined;
  readonly language: Language;
  readonly call: Pick<EventCall, 'previewId' | 'name' | 'dateTime' | 'endTime' | 'location' | 'locationLink'> &
    Pick<EventCall, 'inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'guests'> & { readonly sequence: number };
  /** The recipient's time zone. */
  readonly timeZone: string;
  /** How the workspace writes hours; null for that of the language. */
  readonly hourFormat: HourFormat | null;
  readonly workspace: string;
  /** The looks of the workspace, for invitees and guests. */
  readonly brand?: MailBrand | undefined;
  /** The workspace's own texts, for invitees and guests. */
  readonly ownTexts?: Pick<MailText, 'subject' | 'text'> | undefined;
  readonly host: { readonly name: string; readonly email: string };
  readonly baseUrl: string;
  /** The invitee's page. Only the invitee gets this link. */
  readonly link: string;
  /** The call in the web app, for signed-in members. */
  readonly hostLink: string;
  /** True if the mail has a calendar entry. */
  readonly hasCalendar: boolean;
  /** When the mail is generated. */
  readonly stamp: Date;
}

interface MailedGuest {
  readonly email: string;
  /** True if the guest was removed from a call that takes place. */
  readonly isRemoved: boolean;
}

/** The mail without its Message-ID; undefined where the invitee has no address. */
export function callMail(about: CallMail): Mail | undefined {
  const { kind, recipient, guest, language, call, workspace, host } = about;
  const hasCalendar = about.hasCalendar && kind !== 'REMINDER';
  const to = addressOf(about);
  if (to === null) return undefined;
  const texts = mailTexts[language];
  const workspaceName = oneLine(workspace);
  const isHost = recipient === 'HOST';
  const own = isHost || guest?.isRemoved ? undefined : about.ownTexts;
  const name = recipient === 'INVITEE' ? greetedName(call.inviteeName) : undefined;
  const values = () => valuesOf(about, texts);
  // Our intro says what the attached file is for.
  const intro = hasCalendar ? [guest?.isRemoved ? texts.forGuests.removed.intro : texts.intro[kind]] : [];
  const forms = mailForms({
    language,
    brand: isHost ? undefined : about.brand,
    heading: headingOf(about, texts),
    greeting: name === undefined ? undefined : texts.greeting(name),
    lines: own?.text ? paragraphsOf(filledIn(own.text, values())) : intro,
    facts: factsOf(about, texts),
    link: linkOf(about, texts),
    end: endOf(about, texts),
  });
  return {
    to,
    // The values are in one line already, and marked where they are read in another direction.
    subject: own?.subject ? filledIn(oneLine(own.subject), values()) : subjectOf(about, texts),
    ...forms,
    replyTo: host.email,
    senderName: workspaceName === '' || hasAddress(workspaceName) ? undefined : workspaceName,
    calendar: hasCalendar ? calendarOf(about, texts) : undefined,
  };
}

function addressOf({ recipient, guest, call, host }: CallMail): string | null {
  if (recipient === 'HOST') return host.email;
  return recipient === 'GUEST' ? (guest?.email ?? null) : call.inviteeEmail;
}

function headingOf({ kind, recipient, guest }: CallMail, { heading, forGuests }: MailTexts): string {
  if (recipient === 'HOST') return heading.HOST[kind];
  if (guest?.isRemoved) return forGuests.removed.heading;
  return guest && kind === 'INVITATION' ? forGuests.invitation : heading.INVITEE[kind];
}

function endOf({ recipient, workspace, host }: CallMail, { endForHost, endForInvitee, forGuests }: MailTexts): string {
  const name = oneLine(workspace);
  if (recipient === 'HOST') return endForHost(name);
  return recipient === 'GUEST' ? forGuests.end(name, host.email) : endForInvitee(name, host.email);
}

/** The values of the variables of a workspace's own texts. */
function valuesOf(about: CallMail, texts: MailTexts): Readonly<Record<MailVariable, string>> {
  const { language, call, host, workspace } = about;
  const values = {
    invitee: greetedName(call.inviteeName) ?? '',
    event: oneLine(call.name),
    host: hostName(host),
    workspace: oneLine(workspace),
    time: callTime(spanOf(about), language),
    place: placeOf(about, texts),
  };
  const isolated = Object.entries(values).map(([name, value]) => [name, value && insideOf(language, value)]);
  return Object.fromEntries(isolated);
}

const spanOf = ({ call, timeZone, hourFormat }: CallMail) => ({ ...call, timeZone, hourFormat });

const paragraphsOf = (text: string) => text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());

/** An invitee can do nothing with a cancelled call; a host can still open it. A guest can neither move nor cancel any. */
function linkOf({ kind, recipient, link, hostLink }: CallMail, { seeCall, moveOrCancel, orOpen }: MailTexts) {
  if (recipient === 'HOST') return { href: hostLink, text: seeCall, orOpen };
  return recipient === 'GUEST' || kind === 'CANCELLATION' ? undefined : { href: link, text: moveOrCancel, orOpen };
}

function subjectOf(about: CallMail, { subject }: MailTexts): string {
  const { kind, recipient, language, call } = about;
  // Anyone may book with any address, so only the host gets the name that was typed.
  const names = [call.name, ...(recipient === 'HOST' ? [call.inviteeName] : [])].map(oneLine);
  const shown = names.filter((name) => name !== '' && !hasAddress(name)).map((name) => insideOf(language, name));
  return `${subject[kind]}: ${[...shown, shortCallTime(spanOf(about), language)].join(commaOf(language))}`;
}

function factsOf(about: CallMail, texts: MailTexts): Fact[] {
  const { recipient, language, call, host } = about;
  const { labels } = texts;
  const invitee = [
    { label: labels.with, value: oneLine(call.inviteeName) },
    { label: labels.email, value: call.inviteeEmail ?? '' },
    { label: labels.phone, value: call.phoneNumber ?? '' },
    { label: labels.guests, value: call.guests.join(', ') },
  ];
  const others = [hostName(host), ...(recipient === 'GUEST' ? [inviteeForGuests(call)] : [])];
  const facts: Fact[] = [
    { label: labels.event, value: oneLine(call.name) },
    { label: labels.when, value: callTime(spanOf(about), language) },
    ...(recipient === 'HOST' ? invitee : [{ label: labels.with, value: joined(others, language) }]),
    { label: labels.where, value: placeOf(about, texts), href: webAddress(call.locationLink) },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** Names in one line; those that are unknown are left out. */
function joined(names: readonly string[], language: Language): string {
  return names.filter((each) => each !== '').join(commaOf(language));
}

/** Guests did not choose who invites them, so they get no text that was typed as a name, and no phone number. */
function inviteeForGuests({ inviteeName, inviteeEmail }: CallMail['call']): string {
  return greetedName(inviteeName) ?? inviteeEmail ?? '';
}

function placeOf({ call, recipient, language }: CallMail, { places }: MailTexts): string {
  const { location, locationLink } = call;
  const phoneNumber = recipient === 'GUEST' ? null : call.phoneNumber;
  const detail = oneLine(locationLink || (location === 'PHONE_CALL' ? phoneNumber : null) || '');
  return [places[location], detail && insideOf(language, detail)].filter((each) => each !== '').join(': ');
}

/** The place of a call may be a text, such as the address of a house. */
function webAddress(locationLink: string | null): string | undefined {
  return locationLink !== null && /^https?:\/\//i.test(locationLink) ? locationLink : undefined;
}

function hostName({ name, email }: CallMail['host']): string {
  return oneLine(name) || email;
}

/** A calendar entry names the other person. Only the invitee's entry links to the invitee's page. */
function calendarOf(about: CallMail, texts: MailTexts): NonNullable<Mail['calendar']> {
  const { kind, recipient, call, host, baseUrl, stamp } = about;
  const isHost = recipient === 'HOST';
  const link = recipient !== 'INVITEE' || kind === 'CANCELLATION' ? undefined : about.link;
  const other = isHost ? oneLine(call.inviteeName) : hostName(host);
  const method = kind === 'CANCELLATION' ? 'CANCEL' : 'REQUEST';
  const facts = factsOf(about, texts).map(({ label, value }) => `${label}: ${value}`);
  const content = callCalendar({
    method,
    sequence: call.sequence,
    uid: callUid(call.previewId, baseUrl),
    stamp,
    url: link,
    dateTime: call.dateTime,
    endTime: call.endTime,
    location: placeOf(about, texts) || null,
    name: [oneLine(call.name), other].filter((each) => each !== '').join(': '),
    description: link === undefined ? facts : [...facts, `${texts.moveOrCancel}: ${link}`],
    organizer: { name: hostName(host), email: host.email },
    attendees: attendeesOf(about),
  });
  return { method, content };
}

/** A cancellation for a guest who was removed names nobody else (RFC 5546, 3.2.5). */
function attendeesOf({ call, guest, recipient }: CallMail): CalendarPerson[] {
  if (guest?.isRemoved) return [withoutName(guest.email)];
  const { inviteeName, inviteeEmail, guests } = call;
  const name = recipient === 'GUEST' ? inviteeForGuests(call) : oneLine(inviteeName);
  const invitee = inviteeEmail === null ? [] : [{ name: hasAddress(name) ? inviteeEmail : name, email: inviteeEmail }];
  return [...invitee, ...guests.map(withoutName)];
}

const withoutName = (email: string): CalendarPerson => ({ name: email, email });
