import { z } from 'zod';
import { password, personName, userEmail } from '#src/domain/accounts/user.ts';
import {
  boolean,
  crossFieldRule,
  enumeration,
  filterList,
  id,
  link,
  must,
  namesChange,
  notEmpty,
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
  email: field.string('Email address.'),
  username: field.string("Username: the first part of the member's booking links."),
  firstName: field.string('First name.'),
  lastName: field.string('Last name.'),
  timeZone: field.string('IANA time zone.'),
  role: field.oneOf(roles, 'Role in the workspace.'),
  meetingLink: field.string("Meeting link for the member's calls of events without a `locationLink`.").nullable(),
  createdAt: field.dateTime('When the member joined the workspace.'),
};
export interface Member extends RecordOf<typeof memberRecord> {}

export type MemberPage = Page<'users', Member>;

export const memberListInput = z.object({
  ...pageOf('Users'),
  search: text(200).optional().describe('Free text: each word must occur in the name or email.'),
  role: filterList(enumeration(roles)).optional().describe('Only members with one of these roles.'),
});

export type MemberListInput = z.output<typeof memberListInput>;

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

export const removeMemberInput = z
  .object({
    workspaceId: id(),
    userId: id(),
    /** The member who takes over the upcoming calls, the contacts and the apps. */
    transferTo: id().optional(),
    /** If true, upcoming calls that nobody takes over are cancelled; else they refuse the removal. */
    cancelCalls: z.boolean().default(false),
  })
  .refine(({ userId, transferTo }) => userId !== transferTo, {
    ...crossFieldRule('conflict', 'Must be another member', 'userId', 'transferTo'),
    path: ['transferTo'],
  });

/** The same input for an owner or admin, with the names of the API. */
export const removeUserInput = z
  .object({
    id: id().describe('User id of the member to remove.'),
    transferTo: id()
      .optional()
      .describe(
        'User id of the member who takes over the upcoming calls, the contacts and the apps. If omitted, the contacts have no owner afterwards.',
      ),
    cancelCalls: z
      .boolean(must('Must be true or false'))
      .default(false)
      .describe(
        'True to cancel upcoming calls that nobody takes over. Default: false, which is an error if there are any.',
      ),
  })
  .refine(({ id: leaving, transferTo }) => leaving !== transferTo, {
    ...crossFieldRule('conflict', 'Must be another member', 'id', 'transferTo'),
    path: ['transferTo'],
  });

export type RemoveUserInput = z.output<typeof removeUserInput>;
export type RemoveMemberInput = z.output<typeof removeMemberInput>;
export type WorkspaceMembersInput = z.output<typeof workspaceMembersInput>;
export type SetRoleInput = z.output<typeof setRoleInput>;

const meetingLink = link()
  .nullish()
  .describe(
    "Meeting link for the member's calls of events without a `locationLink`, at most 2,048 characters; null for none.",
  );

/** The fields of a person that are the same in every workspace. */
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

const weeklyMail = boolean()
  .optional()
  .describe('True to get an email with the numbers of the last week on Mondays, about this workspace alone.');

export const updateViewerInput = z.object({ ...profile, meetingLink, weeklyMail }).refine(...namesChange());

export type UpdateUserInput = z.output<typeof updateUserInput>;
export type UpdateViewerInput = z.output<typeof updateViewerInput>;
