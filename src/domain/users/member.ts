import { z } from 'zod';
import { type Role, roles } from '#src/domain/access/roles.ts';
import { enumeration, limit, list, page, text } from '#src/domain/input.ts';

/** A person as a member of one workspace. */
export interface Member {
  id: number;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  timeZone: string;
  role: Role;
  createdAt: string;
}

export interface MemberPage {
  users: Member[];
  count: number;
}

export const memberListInput = z.object({
  page: page().describe('Page number, from 0.'),
  limit: limit().describe('Users a page, 1 to 100.'),
  search: text(200).optional().describe('Free text: each word must occur in the name or e-mail.'),
  role: list(enumeration(roles)).optional().describe('Roles.'),
});

export type MemberListInput = z.output<typeof memberListInput>;
