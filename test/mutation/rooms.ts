import { globSync } from 'node:fs';
import path from 'node:path';

/** The tests that shall notice an error. */
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

/** What notices errors besides the tests in the folder of the same name. */
const elsewhere: Readonly<Record<string, { readonly near?: readonly string[]; readonly far?: TestChoice }>> = {
  'src/domain/availabilities': { far: served('test/rest/user-availabilities/*', 'test/graphql/schedules/*') },
  'src/domain/calendars': { far: served('test/domain/calendars/written-times*', 'test/services/calendars/feed*') },
  'src/domain/custom-fields': { far: served('test/rest/{post,put}-fields*/!(crash)*') },
  'src/domain/event-calls': { far: served('test/rest/{post,put}-event-calls*/*', 'test/rest/post-outcomes/*') },
  'src/domain/principal': { far: served('test/policy/*') },
  'src/domain/scheduling': { far: pure('test/domain/scheduling/{reference,zones}.test.ts') },
  'src/access': {
    near: ['test/access/!(ends|limits|unknown-credentials|login-throttle.stores|throttled*|rate-limit.{shared,gate})*'],
    far: served('test/access/*'),
  },
  'src/access/rate-limit': {
    near: ['test/access/!(ends|limits|unknown-credentials|login-throttle.stores|throttled*|rate-limit.{shared,gate})*'],
    far: served('test/access/*'),
  },
};

/** The room of a file: its folder, whose tests lie in the folder of the same name. */
export function roomOf(file: string): Room {
  const folder = path.dirname(file);
  const { near = [], far } = elsewhere[folder] ?? {};
  const own = `${folder.replace('src/', 'test/')}/!(${slow.join('|')}).test.ts`;
  return { folder, near: pure(...(globSync(own).length > 0 ? [own] : []), ...near), far };
}
