import { afterEach, describe, expect, it } from 'vitest';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { listCalendars } from '#src/services/calendars/providers/caldav/list-calendars.ts';
import { resourcesIn } from '#src/services/calendars/providers/caldav/resources-of-answer.ts';
import { accessTo, readAll } from '../../../support/caldav-access.ts';
import { longestDelay } from '../../../support/computing.ts';
import { credential, type DavServer, multistatus, resource, startDavServer } from '../../../support/dav-server.ts';
import { xmlAnswer } from '../../../support/hostile-calendars.ts';
import { retryWhenSlow } from '../../../support/retry-when-slow.ts';

// Answers that a stranger's server sends to stop this one or to take its memory: 31 MiB each, of which 32 are read.

let server: DavServer;
afterEach(() => server.stop());

const access = () => accessTo({ url: server.url, ...credential });
const read = () => readAll(access(), `${server.url}work/`).then(({ busy }) => busy.length);
const list = () => listCalendars(access()).then(({ calendars }) => calendars.length);
/** Whether it ends with a problem of the calendar, and the longest time for which nothing else ran here. */
async function problemOf(reading: Promise<number>) {
  const delay = longestDelay();
  const isProblem = await reading.then(
    () => false,
    (error) => error instanceof CalendarProblem,
  );
  return { isProblem, delayMs: delay() };
}

const shapes = ['flat', 'resources', 'deep', 'attributes', 'entities', 'names', 'property', 'unended'];

// Which limit ends them depends on how fast a thread is; `test/lib/webdav` tests each limit.
describe.each(['gzip', 'identity'] as const)('31 MiB as %s', (encoding) => {
  it.each(shapes)('of %s end with a problem, and this thread goes on', { retry: retryWhenSlow }, async (shape) => {
    const { body } = xmlAnswer(shape, 31, encoding);
    // Making the answer takes seconds, for which no connection would stay open.
    server = await startDavServer();
    const headers = encoding === 'gzip' ? { 'content-encoding': 'gzip' } : undefined;
    const hostile = { status: 207, body, ...(headers && { headers }) };
    server.answer(({ method }) => (method === 'REPORT' ? hostile : multistatus(resource('/work/', ''))));
    const entries = await problemOf(read());
    expect(entries).toEqual({ isProblem: true, delayMs: expect.any(Number) });
    expect(entries.delayMs).toBeLessThan(200);
    server.answer(() => hostile);
    const calendars = await problemOf(list());
    expect(calendars).toEqual({ isProblem: true, delayMs: expect.any(Number) });
    expect(calendars.delayMs).toBeLessThan(200);
  });
});

it('an answer that is small enough to be read here has the same limits', async () => {
  server = await startDavServer();
  server.answer(() => multistatus('<a>'.repeat(30) + '</a>'.repeat(30)));
  await expect(list()).rejects.toThrow(
    new CalendarProblem('A response of the calendar server is nested more than 30 levels deep.'),
  );
});

it('a list of calendars has at most 1 MB of properties', () => {
  const bytesOf = (name: string) =>
    Buffer.from(`${multistatus(resource('/work/', `<D:displayname>${name}</D:displayname>`)).body}`);
  const name = 'x'.repeat(1_000_000 - '/work/'.length - JSON.stringify([['displayname', '']]).length);
  expect(resourcesIn(bytesOf(name), ['displayname'])).toHaveLength(1);
  expect(() => resourcesIn(bytesOf(`${name}x`), ['displayname'])).toThrow(
    new CalendarProblem('A response of the calendar server has properties of more than 1 MB.'),
  );
});

it('entries that nobody requested are not taken', async () => {
  const entry = (index: number) => resource(`/work/${index}.ics`, '<D:getetag>"1"</D:getetag>');
  const many = multistatus(...Array.from({ length: 100 }, (_, index) => entry(index)));
  server = await startDavServer();
  server.answer(({ method, body }) => {
    if (method === 'PROPFIND' || !body.includes('time-range')) return many;
    return multistatus(entry(1));
  });
  await expect(readAll(access(), `${server.url}work/`)).rejects.toThrow('does not return all entries');
});
