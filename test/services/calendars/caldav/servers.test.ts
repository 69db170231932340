import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCalendars } from '#src/services/calendars/providers/caldav/list-calendars.ts';
import { readBusy } from '#src/services/calendars/providers/caldav/read-busy.ts';
import { putEntry, removeEntry } from '#src/services/calendars/providers/caldav/write-entries.ts';
import { accessTo, busyTexts, eventText, newCall, readAll } from '../../../support/caldav-access.ts';
import { type CaldavServer, caldavPrograms } from '../../../support/caldav-servers.ts';

const calendarType = { 'content-type': 'text/calendar; charset=utf-8' };
const tenToEleven = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z'];

for (const { name, missing, hasPasswords, start } of caldavPrograms) {
  const reason = missing === undefined ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing)(`the CalDAV server ${name}${reason}`, () => {
    let server: CaldavServer;
    const access = () => accessTo(server);
    const put = async (url: string, text: string) => {
      const { status } = await server.send('PUT', url, text, calendarType);
      expect(status).toBeLessThan(205);
    };
    /** The texts of the entries that it has, as another program sees them. */
    const entriesIn = async (calendar: string) => {
      const body = `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`;
      const answer = await server.send('REPORT', calendar, body, { depth: '1', 'content-type': 'application/xml' });
      return [...(await answer.text()).matchAll(/BEGIN:VCALENDAR.*?END:VCALENDAR/gs)].map(([text]) => text);
    };

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());

    it('is found by its address alone, with its calendars of events', async () => {
      const work = await server.createCalendar('Work');
      const found = await listCalendars(access());
      expect(found.name).toBe(`${server.username} at ${new URL(server.url).host}`);
      expect(found.calendars).toContainEqual(
        expect.objectContaining({ externalId: work, name: 'Work', isWritable: true }),
      );
      expect(found.calendars.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
    });

    it.each(['home', 'calendar'])('is found by the address of a %s', async (kind) => {
      const calendar = await server.createCalendar(`By ${kind}`);
      const url = kind === 'home' ? server.home : calendar;
      const found = await listCalendars(accessTo({ ...server, url }));
      expect(found.calendars.map(({ externalId }) => externalId)).toContain(calendar);
    });

    it('has calendars of tasks, which are left out, and calendars with zones', async () => {
      const [tasks, york] = [
        await server.createCalendar('Tasks', { component: 'VTODO' }),
        await server.createCalendar('York', { timeZone: 'America/New_York' }),
      ];
      const { calendars } = await listCalendars(access());
      const found = (address: string) => calendars.find(({ externalId }) => externalId === address);
      // Xandikos keeps neither of both.
      const keeps = name !== 'Xandikos';
      expect(found(tasks) === undefined).toBe(keeps);
      expect(found(york)?.timeZone).toBe(keeps ? 'America/New_York' : null);
    });

    if (hasPasswords) {
      it('refuses a wrong password, and that ends the connection', async () => {
        const call = newCall();
        const wrong = accessTo({ ...server, password: 'wrong' });
        const calendar = await server.createCalendar('Locked');
        const refused = {
          name: 'CalendarProblem',
          isRefused: true,
          message: expect.stringContaining('rejects the user name or the password'),
        };
        await expect(listCalendars(wrong)).rejects.toMatchObject(refused);
        await expect(readAll(wrong, calendar)).rejects.toMatchObject(refused);
        await expect(putEntry(wrong, call.placeIn(calendar), call.entry)).rejects.toMatchObject(refused);
        await expect(removeEntry(wrong, call.placeIn(calendar))).rejects.toMatchObject(refused);
      });
    }

    it('says when nothing has changed', async () => {
      const calendar = await server.createCalendar('Changes');
      await put(`${calendar}a.ics`, eventText(`${calendar}a`, ...tenToEleven));
      const first = await readAll(access(), calendar);
      expect(busyTexts(first)).toEqual(['2026-12-01T10:00Z/2026-12-01T11:00Z']);
      const again = () =>
        readBusy(
          access(),
          { externalId: calendar, timeZone: null, syncState: first.syncState },
          { from: Date.UTC(2026, 10, 1), until: Date.UTC(2027, 2, 1) },
        );
      expect(await again()).toBe('unchanged');
      await put(`${calendar}b.ics`, eventText(`${calendar}b`, 'DTSTART:20261202T100000Z', 'DTEND:20261202T110000Z'));
      expect(await again()).toMatchObject({ busy: { length: 2 } });
      await server.send('DELETE', `${calendar}a.ics`);
      expect(await again()).toMatchObject({ busy: { length: 1 } });
    });

    it('is asked for the time of one call', async () => {
      const calendar = await server.createCalendar('One call');
      await put(`${calendar}a.ics`, eventText(`${calendar}a`, ...tenToEleven));
      await put(`${calendar}b.ics`, eventText(`${calendar}b`, 'DTSTART;VALUE=DATE:20261203', 'RRULE:FREQ=WEEKLY'));
      const during = (from: string, until: string) =>
        readAll(access(), calendar, { from: Date.parse(from), until: Date.parse(until) }).then(busyTexts);
      expect(await during('2026-12-01T10:30Z', '2026-12-01T10:45Z')).toEqual(['2026-12-01T10:00Z/2026-12-01T11:00Z']);
      expect(await during('2026-12-01T11:00Z', '2026-12-01T11:30Z')).toEqual([]);
      // All of Thursday, in Berlin.
      expect(await during('2026-12-16T22:30Z', '2026-12-16T23:30Z')).toEqual(['2026-12-16T23:00Z/2026-12-17T23:00Z']);
    });

    it('gets an entry of ours, which it gives back as ours and not as busy', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Calls');
      const id = await putEntry(access(), call.placeIn(calendar), call.entry);
      expect(id).toBe(`${calendar}${encodeURIComponent(call.uid)}.ics`);
      expect(await readAll(access(), calendar)).toMatchObject({ busy: [], ownUids: [call.uid] });
      const [text = '', ...others] = await entriesIn(calendar);
      expect(others).toEqual([]);
      const lines = text
        .replaceAll('&#13;', '')
        .replace(/\r?\n[ \t]/g, '')
        .split(/\r?\n/);
      expect(lines).toEqual(expect.arrayContaining(['DTSTART:20261202T100000Z', 'STATUS:CONFIRMED']));
      expect(text).not.toMatch(/^(METHOD|ATTENDEE|ORGANIZER)/m);
      // Busy to those who do not know it for ours.
      const stranger = accessTo(server, { host: 'other.example' });
      expect(busyTexts(await readAll(stranger, calendar))).toEqual(['2026-12-02T10:00Z/2026-12-02T10:30Z']);
    });

    it('has one entry after an answer was lost, and moves and removes it', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Once');
      const stranger = accessTo(server, { host: 'other.example' });
      // The answer of the first write did not come: the second one does not know the address.
      await putEntry(access(), call.placeIn(calendar), call.entry);
      const id = await putEntry(access(), call.placeIn(calendar), call.entry);
      const moved = {
        ...call.entry,
        sequence: 1,
        start: new Date('2026-12-03T09:00:00Z'),
        end: new Date('2026-12-03T09:30:00Z'),
      };
      expect(await putEntry(access(), call.placeIn(calendar, id), moved)).toBe(id);
      expect(busyTexts(await readAll(stranger, calendar))).toEqual(['2026-12-03T09:00Z/2026-12-03T09:30Z']);
      expect(await entriesIn(calendar)).toHaveLength(1);
      await removeEntry(access(), call.placeIn(calendar, id));
      expect(await entriesIn(calendar)).toEqual([]);
      await removeEntry(access(), call.placeIn(calendar, id));
      await removeEntry(access(), call.placeIn(calendar));
    });

    it('has one entry where two write at once', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Two writers');
      const writes = [0, 1, 2, 3].map((sequence) =>
        putEntry(access(), call.placeIn(calendar), { ...call.entry, sequence }),
      );
      expect(new Set(await Promise.all(writes)).size).toBe(1);
      expect(await entriesIn(calendar)).toHaveLength(1);
    });

    it('shows that the host deleted the entry, which may be written again and removed', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Deleted');
      const id = await putEntry(access(), call.placeIn(calendar), call.entry);
      await put(`${calendar}a.ics`, eventText(`${calendar}a`, ...tenToEleven));
      await server.send('DELETE', id);
      expect((await readAll(access(), calendar)).ownUids).toEqual([]);
      await removeEntry(access(), call.placeIn(calendar, id));
      expect(await putEntry(access(), call.placeIn(calendar, id), call.entry)).toBe(id);
      expect((await readAll(access(), calendar)).ownUids).toEqual([call.uid]);
    });

    it('has an entry of ours at another address, which is moved and removed there', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Elsewhere');
      await put(`${calendar}elsewhere.ics`, eventText(call.uid, ...tenToEleven));
      expect(await putEntry(access(), call.placeIn(calendar), call.entry)).toBe(`${calendar}elsewhere.ics`);
      expect(await entriesIn(calendar)).toHaveLength(1);
      await removeEntry(access(), call.placeIn(calendar));
      expect(await entriesIn(calendar)).toEqual([]);
    });

    it('removes nothing but the entry', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Others');
      await put(`${calendar}a.ics`, eventText(`x${call.uid}`, ...tenToEleven));
      await removeEntry(access(), call.placeIn(calendar));
      expect(await entriesIn(calendar)).toHaveLength(1);
    });

    it('has no such calendar any more', async () => {
      const call = newCall();
      const calendar = await server.createCalendar('Gone');
      const id = await putEntry(access(), call.placeIn(calendar), call.entry);
      expect((await server.send('DELETE', calendar)).status).toBeLessThan(205);
      const problem = {
        name: 'CalendarProblem',
        isRefused: false,
        message: expect.stringMatching(/no longer has a calendar at this address|its calendar is gone|does not allow/),
      };
      await expect(readAll(access(), calendar)).rejects.toMatchObject(problem);
      await expect(putEntry(access(), call.placeIn(calendar), call.entry)).rejects.toMatchObject(problem);
      await removeEntry(access(), call.placeIn(calendar, id));
    });
  });
}
