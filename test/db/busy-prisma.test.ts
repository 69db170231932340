import { expect, inject, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { domainErrorOf } from '#src/domain/errors.ts';

test('a transaction of Prisma that gets no connection in time, or takes too long, is told to come again', async () => {
  const connection = { connectionString: inject('embeddedPostgres') };
  const db = openDatabase({ connection, isServing: true, poolSize: 1 });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => domainErrorOf(error)?.code,
    );
  try {
    // Longer than Prisma's 2 s for a connection, and its 5 s for a transaction.
    const slow = db.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_sleep(5.5)`;
      await tx.$executeRaw`SELECT 1`;
    });
    const behind = db.prisma.$transaction((tx) => tx.$executeRaw`SELECT 1`);
    expect(await Promise.all([codeOf(slow), codeOf(behind)])).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  } finally {
    await db.close();
  }
});
