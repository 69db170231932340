import { z } from 'zod';
import { roles } from '#src/domain/access/roles.ts';
import { email, enumeration, id, minLength, rawText, text } from '#src/domain/input.ts';

/** People are known by their address in lower case: the database refuses any other. */
export const userEmail = () => email().toLowerCase();

/** Any character may be in a password; the upper limit keeps hashing cheap. */
export const password = () =>
  rawText(200)
    .check(minLength(8, 'Must be at least 8 characters'))
    .refine((value) => value.isWellFormed(), 'Must not contain broken Unicode');

export const personName = () => text(100).trim();

export const addUserInput = z.object({
  workspaceId: id(),
  email: userEmail(),
  password: password(),
  role: enumeration(roles),
  firstName: personName().optional(),
  lastName: personName().optional(),
});

export type AddUserInput = z.output<typeof addUserInput>;
