import path from 'node:path';

/** The tests that must notice an error. */
export interface TestChoice {
  readonly tests: readonly string[];
  /** Whether they need the database. */
  readonly needDatabase: boolean;
}

export interface Room {
  /** The files of the room. */
  readonly folder: string;
  /** The tests that take a moment. Every error is planted for them. */
  readonly near: TestChoice;
  /** Tests that take longer, for the errors that the others leave. */
  readonly far?: TestChoice | undefined;
}

const pure = (...tests: string[]): TestChoice => ({ tests, needDatabase: false });
const served = (...tests: string[]): TestChoice => ({ tests, needDatabase: true });

/** Tests of a folder that take seconds. */
const slow = ['reference', 'zones', 'written-times', 'inputs'];

/** The tests of the room that need neither a database nor a server. */
const withoutServer = [
  'test/access/{account,arrival,invitee}-limits.test.ts',
  'test/access/{cookies-and-tokens,login-throttle,login-throttle.checks,refused-credentials}.test.ts',
  'test/access/rate-limit.{headers,memory,returned}.test.ts',
];

/** What notices errors besides the tests in the folder of the same name, or instead of them. */
const elsewhere: Readonly<Record<string, { readonly near?: readonly string[]; readonly far?: TestChoice }>> = {
  'src/domain/availabilities': {
    far: served('test/rest/user-availabilities/*.test.ts', 'test/graphql/schedules/*.test.ts'),
  },
  'src/domain/calendars': {
    far: served('test/domain/calendars/written-times.test.ts', 'test/services/calendars/feed*.test.ts'),
  },
  'src/domain/custom-fields': { far: served('test/rest/{post,put}-fields*/!(crash).test.ts') },
  'src/domain/deals': { near: ['test/domain/sales/*.test.ts'] },
  'src/domain/event-calls': {
    far: served('test/rest/{post,put}-event-calls*/*.test.ts', 'test/rest/post-outcomes/*.test.ts'),
  },
  'src/domain/principal': { far: served('test/policy/*.test.ts') },
  'src/domain/scheduling': { far: pure('test/domain/scheduling/{reference,zones}.test.ts') },
  'src/domain/transactions': { near: ['test/domain/sales/*.test.ts'] },
  'src/access': { near: withoutServer, far: served('test/access/*.test.ts') },
  'src/access/rate-limit': {
    // The others are slow for errors that these find at once.
    near: ['test/access/rate-limit.{headers,memory,returned}.test.ts'],
    far: served('test/access/*.test.ts'),
  },
};

/** The room of a file: its folder, whose tests lie in the folder of the same name. */
export function roomOf(file: string): Room {
  const folder = path.dirname(file);
  const { near, far } = elsewhere[folder] ?? {};
  const own = near ?? [`${folder.replace('src/', 'test/')}/!(${slow.join('|')}).test.ts`];
  return { folder, near: pure(...own), far };
}
