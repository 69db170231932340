import { beforeEach, describe, expect, it } from 'vitest';
import { listCalendars } from '#src/services/calendars/providers/caldav/list-calendars.ts';
import { accessTo } from '../../../support/caldav-access.ts';
import {
  authorization,
  credential,
  type DavAnswer,
  type DavRequest,
  href,
  multistatus,
  resource,
  startDavServer,
  useDavServer,
} from '../../../support/dav-server.ts';

const [server, other] = [await useDavServer(), await useDavServer()];
beforeEach(() => {
  for (const each of [server, other]) each.answer(() => undefined);
});

const access = (url = server.url) => accessTo({ url, ...credential });
const principalOf = (address: string) => multistatus(resource('/', href('D:current-user-principal', address)));
const calendar = (path: string, properties = '') =>
  resource(path, `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>${properties}`);

/** The answers of an account with these calendars at the server. */
function account(calendars: readonly string[], principal = href('C:calendar-home-set', '/home/')) {
  const answers: Record<string, DavAnswer> = {
    '/.well-known/caldav': { status: 301, headers: { location: '/dav/' } },
    '/dav/': principalOf('/principal/'),
    '/principal/': multistatus(resource('/principal/', principal)),
    '/home/': multistatus(resource('/home/', '<D:resourcetype><D:collection/></D:resourcetype>'), ...calendars),
  };
  return ({ path }: DavRequest) => answers[path];
}

const listed = async (...calendars: readonly string[]) => {
  server.answer(account(calendars));
  return (await listCalendars(access())).calendars;
};

describe('the account', () => {
  it('is found from the host by its well-known address', async () => {
    server.answer(account([calendar('/home/a/', '<D:displayname>A</D:displayname>')]));
    const found = await listCalendars(access());
    expect(found).toEqual({
      name: `ada@example.com at ${new URL(server.url).host}`,
      calendars: [{ externalId: `${server.url}home/a/`, name: 'A', timeZone: null, isWritable: true, isPrimary: true }],
    });
    expect(server.requests.map(({ method, path, headers }) => [method, path, headers.depth])).toEqual([
      ['PROPFIND', '/.well-known/caldav', '0'],
      ['PROPFIND', '/dav/', '0'],
      ['PROPFIND', '/principal/', '0'],
      ['PROPFIND', '/home/', '1'],
    ]);
  });

  it('is found at the root of a server without a well-known address', async () => {
    const answers = account([calendar('/home/a/')]);
    server.answer((request) =>
      request.path === '/.well-known/caldav'
        ? { status: 405 }
        : answers({ ...request, path: request.path === '/' ? '/dav/' : request.path }),
    );
    expect((await listCalendars(access())).calendars).toHaveLength(1);
  });

  it('is found from an address with a path that has a page alone', async () => {
    const answers = account([calendar('/home/a/')]);
    server.answer((request) => (request.path === '/login' ? { status: 405 } : answers(request)));
    expect((await listCalendars(access(`${server.url}login`))).calendars).toHaveLength(1);
  });

  it('has its home at another host, as that of iCloud does', async () => {
    server.answer(account([], href('C:calendar-home-set', `${other.url}42/calendars/`)));
    other.answer(({ path }) => (path === '/42/calendars/' ? multistatus(calendar('work/')) : undefined));
    const { calendars } = await listCalendars(access());
    expect(calendars.map(({ externalId }) => externalId)).toEqual([`${other.url}42/calendars/work/`]);
  });

  it('is at another host altogether, which a redirect names', async () => {
    server.answer(({ path }) => ({ status: 302, headers: { location: `${other.url}${path.slice(1)}` } }));
    other.answer(account([calendar('/home/a/')]));
    const { calendars } = await listCalendars(access());
    expect(calendars.map(({ externalId }) => externalId)).toEqual([`${other.url}home/a/`]);
    // The redirect itself carries no credential: the request is sent once more.
    expect(other.requests.slice(0, 2).map(({ headers }) => headers.authorization)).toEqual([undefined, authorization]);
    expect(other.requests.at(-1)?.headers.authorization).toBe(authorization);
  });

  it('is not followed from host to host without an end', async () => {
    server.answer(() => ({ status: 302, headers: { location: other.url } }));
    other.answer(() => ({ status: 302, headers: { location: server.url } }));
    await expect(listCalendars(access())).rejects.toMatchObject({
      name: 'CalendarProblem',
      message: 'The calendar server redirects endlessly.',
    });
    expect(server.requests.length + other.requests.length).toBeLessThan(20);
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/', 'http://[::ffff:192.168.0.1]/'])(
    'has no home at the private address %s',
    async (address) => {
      server.answer(account([], href('C:calendar-home-set', address)));
      await expect(listCalendars(access())).rejects.toMatchObject({
        name: 'CalendarProblem',
        message: expect.stringContaining('which this server does not connect to'),
      });
    },
  );

  it('has no home at a file', async () => {
    server.answer(account([], href('C:calendar-home-set', 'file:///etc/passwd')));
    await expect(listCalendars(access())).rejects.toThrow('No calendars were found at this address.');
  });

  it('is unknown to a server that takes the user for nobody', async () => {
    const nobody = '<D:current-user-principal><D:unauthenticated/></D:current-user-principal>';
    server.answer(() => multistatus(resource('/', nobody)));
    await expect(listCalendars(access())).rejects.toThrow('No calendars were found at this address.');
  });

  it.each<[string, DavAnswer]>([
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' }],
    ['nothing', { status: 404 }],
    ['another method', { status: 405 }],
  ])('is not at a server that has %s', async (_name, answer) => {
    server.answer(() => answer);
    await expect(listCalendars(access())).rejects.toMatchObject({
      name: 'CalendarProblem',
      isRefused: false,
      message: 'No calendars were found at this address. Enter the CalDAV server address that your provider specifies.',
    });
  });

  it('refuses the credential', async () => {
    const wrong = accessTo({ url: server.url, username: 'ada@example.com', password: 'other' });
    await expect(listCalendars(wrong)).rejects.toMatchObject({
      isRefused: true,
      message:
        'The calendar server rejects the user name or the password. Some providers require an app-specific password.',
    });
  });

  it('names no credential in what it is stored by', async () => {
    const withUser = server.url.replace('//', '//ada:secret@');
    server.answer(account([calendar(`${withUser}home/a/`)]));
    expect(JSON.stringify(await listCalendars(access()))).not.toContain('secret');
  });

  it('is nothing where the server does not run', async () => {
    const stopped = await startDavServer();
    await stopped.stop();
    await expect(listCalendars(access(stopped.url))).rejects.toMatchObject({
      name: 'CalendarProblem',
      message: 'The other server refuses connections.',
    });
  });
});

describe('the calendars', () => {
  it('are those of events', async () => {
    const components = (...names: string[]) =>
      `<C:supported-calendar-component-set>${names.map((name) => `<C:comp name="${name}"/>`).join('')}</C:supported-calendar-component-set>`;
    const found = await listed(
      calendar('/home/all/'),
      calendar('/home/both/', components('VTODO', 'VEVENT')),
      calendar('/home/tasks/', components('VTODO')),
      resource('/home/inbox/', '<D:resourcetype><D:collection/><C:schedule-inbox/></D:resourcetype>'),
      resource('/home/web/', '<D:resourcetype><D:collection/><C:calendar/><CS:subscribed/></D:resourcetype>'),
      resource('/home/a.ics', '<D:resourcetype/>'),
    );
    expect(found.map(({ externalId }) => new URL(externalId).pathname)).toEqual(['/home/all/', '/home/both/']);
  });

  it('have the privileges of the user', async () => {
    const privileges = (...names: string[]) =>
      `<D:current-user-privilege-set>${names.map((name) => `<D:privilege><D:${name}/></D:privilege>`).join('')}</D:current-user-privilege-set>`;
    const sets = [
      ['read'],
      ['read', 'write-content'],
      ['all'],
      ['read', 'write'],
      ['bind', 'unbind', 'write-content'],
      [],
    ];
    const found = await listed(...sets.map((names, index) => calendar(`/home/${index}/`, privileges(...names))));
    expect(found.map(({ isWritable }) => isWritable)).toEqual([false, false, true, true, true, false]);
    expect(found.map(({ isPrimary }) => isPrimary)).toEqual([false, false, true, false, false, false]);
  });

  it.each([
    ['the one that invitations go into', '/home/b', '/home/b/'],
    ['the first that counts, where there is none', undefined, '/home/counted/'],
    ['the first that counts, where that is no calendar of the account', '/elsewhere/', '/home/counted/'],
  ])('have as primary %s', async (_name, standard, expected) => {
    const answers = account(
      [
        calendar('/home/free/', '<C:schedule-calendar-transp><C:transparent/></C:schedule-calendar-transp>'),
        calendar('/home/counted/', '<C:schedule-calendar-transp><C:opaque/></C:schedule-calendar-transp>'),
        calendar('/home/b/'),
      ],
      href('C:calendar-home-set', '/home/') + href('C:schedule-inbox-URL', '/inbox/'),
    );
    const inbox = standard && multistatus(resource('/inbox/', href('C:schedule-default-calendar-URL', standard)));
    server.answer((request) => (request.path === '/inbox/' ? inbox || { status: 403 } : answers(request)));
    const { calendars } = await listCalendars(access());
    const primary = calendars.filter(({ isPrimary }) => isPrimary);
    expect(primary.map(({ externalId }) => new URL(externalId).pathname)).toEqual([expected]);
  });

  it.each([
    ['<C:calendar-timezone-id>Asia/Tokyo</C:calendar-timezone-id>', 'Asia/Tokyo'],
    ['<C:calendar-timezone>TZID:Tokyo Standard Time\n</C:calendar-timezone>', 'Asia/Tokyo'],
    ['<C:calendar-timezone>TZID:Customized Time Zone\n</C:calendar-timezone>', null],
    [
      '<C:calendar-timezone>BEGIN:VTIMEZONE&#13;\nTZID:Europe/Par&#13;\n is&#13;\n</C:calendar-timezone>',
      'Europe/Paris',
    ],
    [
      '<C:calendar-timezone><![CDATA[TZID;X=1:/vendor.org/1/America/Indiana/Knox\n]]></C:calendar-timezone>',
      'America/Indiana/Knox',
    ],
    ['<C:calendar-timezone>TZID:Custom\nX-LIC-LOCATION:Africa/Cairo\n</C:calendar-timezone>', 'Africa/Cairo'],
    ['<C:calendar-timezone>TZID:Nowhere/Land\n</C:calendar-timezone>', null],
    ['<C:calendar-timezone-id>Etc/UTC</C:calendar-timezone-id>', null],
    ['<C:calendar-timezone/>', null],
  ])('are of the zone that they state (%#)', async (property, timeZone) => {
    expect((await listed(calendar('/home/a/', property)))[0]?.timeZone).toBe(timeZone);
  });

  it.each([
    ['<D:displayname>Work &amp; &#x1F600;</D:displayname>', 'Work & 😀'],
    ['<D:displayname>  a\n\u202eb&#7;c </D:displayname>', 'a b c'],
    ['<D:displayname/>', 'a b'],
  ])('are named as they state (%#)', async (property, name) => {
    expect((await listed(calendar('/home/a%20b/', property)))[0]?.name).toBe(name);
  });

  it('are listed once each', async () => {
    expect(await listed(calendar('/home/a%40b/'), calendar('/home/a@b'))).toHaveLength(1);
  });
});
