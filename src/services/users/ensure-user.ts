import { randomBytes } from 'node:crypto';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { nameFrom, usernameFrom } from '#src/domain/users/user.ts';

export interface Person {
  email: string;
  passwordHash: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  timeZone?: string | undefined;
}

export interface EnsuredUser {
  userId: number;
  passwordHash: string | null;
  /** Otherwise somebody with this e-mail address was there before, and is as they were. */
  isNew: boolean;
}

const attempts = 5;

/** The user with this e-mail address, made if there is none; to be called in the transaction that needs the user. */
export async function ensureUser(tx: Prisma.TransactionClient, person: Person): Promise<EnsuredUser> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const existing = await tx.user.findUnique({
      where: { email: person.email },
      select: { id: true, passwordHash: true },
    });
    if (existing) return { userId: existing.id, passwordHash: existing.passwordHash, isNew: false };
    const userId = await tryInsert(tx, person, attempt === 0 ? '' : `-${randomBytes(3).toString('hex')}`);
    if (userId !== undefined) return { userId, passwordHash: person.passwordHash, isNew: true };
  }
  throw new Error(`No free username was found in ${attempts} attempts.`);
}

/** Undefined where the address or the username is taken; a plain conflict would end the transaction with an error. */
async function tryInsert(tx: Prisma.TransactionClient, person: Person, suffix: string): Promise<number | undefined> {
  const guess = nameFrom(person.email);
  const [created] = await tx.user.createManyAndReturn({
    data: {
      email: person.email,
      username: usernameFrom(person.email) + suffix,
      passwordHash: person.passwordHash,
      firstName: person.firstName ?? guess.firstName,
      lastName: person.lastName ?? guess.lastName,
      timeZone: person.timeZone,
    },
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}
