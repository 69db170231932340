import { z } from 'zod';
import {
  coded,
  crossFieldRule,
  email,
  enumeration,
  filterList,
  id,
  link,
  must,
  namesChange,
  nameText,
  notEmpty,
  rawText,
  text,
  timeZone,
} from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

/** A user as a member of one workspace. */
export const memberRecord = {
  id: field.int('User id.'),
  email: field.string('E-mail address.'),
  username: field.string('First part of the booking links.'),
  firstName: field.string('First name.'),
  lastName: field.string('Last name.'),
  timeZone: field.string('IANA time zone.'),
  role: field.oneOf(roles, 'Role in the workspace.'),
  meetingLink: field.string('Where the member takes calls of events without a `locationLink`.').nullable(),
  createdAt: field.dateTime('When the person joined.'),
};
export interface Member extends RecordOf<typeof memberRecord> {}

export type MemberPage = Page<'users', Member>;

export const memberListInput = z.object({
  ...pageOf('Users'),
  search: text(200).optional().describe('Free text: each word must occur in the name or e-mail.'),
  role: filterList(enumeration(roles)).optional().describe('Roles.'),
});

export type MemberListInput = z.output<typeof memberListInput>;

/** E-mail addresses of users are lower case: the database refuses others. */
export const userEmail = () => email().toLowerCase();

export const minPasswordLength = 8;

/**
 * A password may hold any character that a keyboard types. The upper limit keeps hashing cheap. What it must not be
 * depends on whose it is: see `password-rule.ts`.
 */
export const password = () =>
  rawText(200)
    .refine(isLongEnough, coded('too_short', `Must be at least ${minPasswordLength} characters`))
    .refine(
      (value) => value.isWellFormed() && !/\p{Cc}/u.test(value),
      coded('invalid_characters', 'Must not contain control characters or broken Unicode'),
    );

/**
 * A character outside the basic plane counts once, and so does a letter whose accent is a character of its own. One that
 * cannot be seen does not count.
 */
function isLongEnough(text: string): boolean {
  const value = text.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  return Math.min([...value].length, [...value.normalize('NFKC')].length) >= minPasswordLength;
}

export const personName = () => nameText(100).trim();

export const addUserInput = z.object({
  workspaceId: id(),
  email: userEmail(),
  password: password(),
  role: enumeration(roles),
  firstName: personName().optional(),
  lastName: personName().optional(),
});

export type AddUserInput = z.output<typeof addUserInput>;

/** The operator's inputs. */
export const workspaceMembersInput = z.object({ workspaceId: id() });
export const setRoleInput = z.object({ workspaceId: id(), userId: id(), role: enumeration(roles) });
export const setPasswordInput = z.object({ userId: id(), password: password() });

export const removeMemberInput = z
  .object({
    workspaceId: id(),
    userId: id(),
    /** Who takes the upcoming calls, the contacts and the apps. */
    transferTo: id().optional(),
    /** Whether upcoming calls that nobody takes are cancelled. */
    cancelCalls: z.boolean().default(false),
  })
  .refine(({ userId, transferTo }) => userId !== transferTo, {
    ...crossFieldRule('conflict', 'Must be another member', 'userId', 'transferTo'),
    path: ['transferTo'],
  });

/** The same for an owner or admin, in the words of the API. */
export const removeUserInput = z
  .object({
    id: id().describe('User id of the member who leaves.'),
    transferTo: id()
      .optional()
      .describe(
        'User id of the member who takes the upcoming calls, the contacts and the apps. Without one, contacts have no owner.',
      ),
    cancelCalls: z
      .boolean(must('Must be true or false'))
      .default(false)
      .describe('Whether upcoming calls that nobody takes are cancelled. Default: false, which refuses.'),
  })
  .refine(({ id: leaving, transferTo }) => leaving !== transferTo, {
    ...crossFieldRule('conflict', 'Must be another member', 'id', 'transferTo'),
    path: ['transferTo'],
  });

export type RemoveUserInput = z.output<typeof removeUserInput>;
export type RemoveMemberInput = z.output<typeof removeMemberInput>;
export type WorkspaceMembersInput = z.output<typeof workspaceMembersInput>;
export type SetRoleInput = z.output<typeof setRoleInput>;
export type SetPasswordInput = z.output<typeof setPasswordInput>;

const meetingLink = link()
  .nullish()
  .describe(
    'Where the member takes calls of events without a `locationLink`, at most 2,048 characters; null for none.',
  );

/** What a person has in every workspace alike. */
const profile = {
  firstName: personName().check(notEmpty()).optional().describe('First name.'),
  lastName: personName().optional().describe('Last name; may be empty.'),
  timeZone: timeZone().optional().describe('IANA time zone.'),
};

export const updateUserInput = z
  .object({
    id: id().describe('User id.'),
    ...profile,
    role: enumeration(roles).optional().describe('Role in the workspace.'),
    meetingLink,
  })
  .refine(...namesChange('id'));

export const updateViewerInput = z.object({ ...profile, meetingLink }).refine(...namesChange());

export type UpdateUserInput = z.output<typeof updateUserInput>;
export type UpdateViewerInput = z.output<typeof updateViewerInput>;

const maxBaseLength = 40;

/** The username of a new user: the local part of the e-mail address, as a path segment for booking links. */
export function usernameFrom(email: string): string {
  const words = localPart(email).split(/[^a-z0-9]+/);
  return words.filter(Boolean).join('-').slice(0, maxBaseLength).replace(/-$/, '') || 'user';
}

/** The name of a new user who gave none: `ada.lovelace@…` becomes Ada Lovelace. */
export function nameFrom(email: string): { firstName: string; lastName: string } {
  const words = localPart(email)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map(capitalized);
  return { firstName: words[0] ?? '', lastName: words.slice(1).join(' ') };
}

/** The part before `@`, without a `+tag`. */
function localPart(email: string): string {
  return email.toLowerCase().replace(/@.*$/s, '').replace(/\+.*$/s, '');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
