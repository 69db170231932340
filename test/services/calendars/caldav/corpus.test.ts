import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTo, readAll } from '../../../support/caldav-access.ts';
import { type CaldavServer, caldavPrograms } from '../../../support/caldav-servers.ts';
import { ofLoad } from '../../../support/extent.ts';
import { autumn, iCalendar, timeText } from '../../../support/icalendars.ts';
import { entries } from '../corpus/entries.ts';
import { exceptions } from '../corpus/exceptions.ts';
import { rules } from '../corpus/rules.ts';
import { zones } from '../corpus/zones.ts';

const corpus = [...rules, ...exceptions, ...zones, ...entries];

/** What a server stores otherwise than it was sent, so that nobody can read it as it was meant. */
const altered: Readonly<Record<string, readonly string[]>> = {
  // Radicale writes time zones anew, as of one change a year, and takes a time without seconds for a day.
  Radicale: [
    'that changes on dates of a list, and ends its rule',
    'with a comma in its name, which the calendar escapes',
    'with no seconds',
  ],
  // Xandikos loses the Z beside a zone, times without seconds and those of hour 24.
  Xandikos: ['with UTC whatever zone is beside it', 'with no seconds', 'with midnight as hour 24'],
};

/** What a server may refuse, since it breaks the rules as that server reads them. */
const refusable: Readonly<Record<string, readonly string[]>> = {
  Radicale: [
    'RDATE with and without a period',
    'EXDATE without a zone',
    'EXDATE that cannot be read takes nothing out',
    'one alone, as an invitation to one of a series is',
    'one whose RECURRENCE-ID cannot be read: the series stays as it is',
    'those of another series are not replaced',
    'that the calendar says the place of',
    'with midnight as hour 24',
  ],
  Cyrus: [
    'EXDATE that cannot be read takes nothing out',
    'one cancelled, one declared free',
    'one whose RECURRENCE-ID cannot be read: the series stays as it is',
    'those of another series are not replaced',
    'all from one on cancelled',
    'with a whole day that ends on itself',
    'with no length',
    'with an end before the start',
    'with a length below zero',
    'with no seconds',
  ],
  Xandikos: ['that the calendar says the place of', 'that changes on dates of a list, and ends its rule'],
};

type Case = (typeof corpus)[number];

// Cyrus refuses the most and Xandikos the least, so that nearly every case comes to a server that stores it.
const order = ['Radicale', 'Cyrus', 'Xandikos'];
const programs = caldavPrograms.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));

/** Each server has every case where all runs, otherwise a share of them, and those that the servers before did not store. */
function casesOf(name: string, passedOn: readonly Case[]): Case[] {
  const shares = ofLoad({ part: order.length, full: 1 });
  const share = corpus.filter((_, index) => index % shares === order.indexOf(name) % shares);
  return [...new Set([...share, ...passedOn])];
}

/** A resource for each UID (RFC 4791, 4.1). */
function resourcesOf(parts: readonly string[], account: string): string[] {
  const isEntry = (part: string) => part.startsWith('BEGIN:VEVENT');
  const shared = parts.filter((part) => !isEntry(part));
  const byUid = Map.groupBy(parts.filter(isEntry), (part) => /^UID:(.*)$/m.exec(part)?.[1]?.trim());
  return [...byUid].map(([uid, ofUid]) => {
    const named = ofUid.map((part) => part.replace(/^UID:.*$/m, `UID:${account}-${uid}\r\nDTSTAMP:20260101T000000Z`));
    return iCalendar(...shared, ...named);
  });
}

const passedOn: Case[] = [];

for (const { name, missing, start } of programs) {
  const reason = missing === undefined ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing)(`the corpus in ${name}${reason}`, () => {
    let server: CaldavServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());

    it('has the same times as in a text', async () => {
      const refused: string[] = [];
      const wrong: unknown[] = [];
      for (const [index, each] of casesOf(name, passedOn.splice(0)).entries()) {
        const [title, parts, expected] = each;
        const calendar = await server.createCalendar(`Case ${index}`);
        const statuses: number[] = [];
        for (const [number, text] of resourcesOf(parts, `case-${index}`).entries()) {
          const headers = { 'content-type': 'text/calendar; charset=utf-8' };
          const answer = await server.send('PUT', `${calendar}${number}.ics`, text, headers);
          await answer.text();
          statuses.push(answer.status);
        }
        if (statuses.some((status) => ![201, 204].includes(status))) {
          if (!refusable[name]?.includes(title)) refused.push(`${title}: ${statuses}`);
          passedOn.push(each);
          continue;
        }
        const read = await readAll(accessTo(server, { host: autumn.host }), calendar, autumn.range).then(
          ({ busy }) => busy.map(timeText),
          (error) => String(error),
        );
        const isAltered = altered[name]?.includes(title) ?? false;
        if (isAltered) passedOn.push(each);
        else if (JSON.stringify(read) !== JSON.stringify(expected)) wrong.push({ title, read, expected });
      }
      expect(wrong).toEqual([]);
      expect(refused).toEqual([]);
    });
  });
}
