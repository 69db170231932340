import { expect, test } from 'vitest';
import type { OutgoingRequest, OutgoingResponse } from '#src/lib/network/outgoing-client.ts';
import { budgetBytes, maxReadBytes, metered } from '#src/services/calendars/answers/metered-provider.ts';
import type { CalendarAccess, CalendarProvider } from '#src/services/calendars/providers/provider.ts';

const mebibyte = 1024 * 1024;
const range = { from: 0, until: 1 };
const calendar = { externalId: 'ics', timeZone: null, syncState: null };
const emptyRead = { busy: [], own: [], ownUids: [], syncState: null };

/** A provider whose server sends so much with each of its requests, and what all of its reads hold. */
function reading(requests: number, bytes: number) {
  const held = { now: 0, most: 0 };
  const request = async ({ reserve }: OutgoingRequest) => {
    for (let received = 0; received < bytes; received += mebibyte) {
      await reserve?.(mebibyte);
      held.now += mebibyte;
      held.most = Math.max(held.most, held.now);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return {} as OutgoingResponse;
  };
  const provider: CalendarProvider = {
    listCalendars: () => Promise.reject(new Error('The list is not read')),
    readBusy: async ({ http }) => {
      for (let sent = 0; sent < requests; sent++) await http.request({ url: '', timeoutMs: 1, maxBytes: bytes });
      // What was received goes with the read.
      held.now -= requests * bytes;
      return emptyRead;
    },
  };
  const read = (workspaceId: number, options: Partial<CalendarAccess> = {}) => {
    const common = { host: '', timeZone: 'UTC', signal: new AbortController().signal, http: { request } };
    const secret = { kind: 'ICS', url: '' } as const;
    return metered(provider).readBusy({ ...common, secret, workspaceId, ...options }, calendar, range);
  };
  return { held, read };
}

test('fifteen calendars of 49 MiB are read in turn, and never held at the same time', async () => {
  const { held, read } = reading(1, 49 * mebibyte);
  const results = await Promise.all(Array.from({ length: 15 }, (_, index) => read(1 + (index % 3))));
  expect(results).toEqual(Array(15).fill(emptyRead));
  expect(held.most).toBeLessThanOrEqual(budgetBytes.reads);
  expect(held.now).toBe(0);
});

test('a check of a booking does not wait for reads that hold all of their budget', async () => {
  const controller = new AbortController();
  const request = async ({ reserve }: OutgoingRequest): Promise<OutgoingResponse> => {
    for (;;) await reserve?.(mebibyte);
  };
  const { read } = reading(1, mebibyte);
  const stuck = [1, 2, 3, 4].map((workspaceId) => read(workspaceId, { signal: controller.signal, http: { request } }));
  stuck.push(read(5, { signal: controller.signal, http: { request: () => new Promise(() => undefined) } }));
  const waiting = Promise.allSettled(stuck.slice(0, 4));
  expect(await read(1, { isCheck: true })).toEqual(emptyRead);
  expect(await read(6)).toEqual(emptyRead);
  controller.abort(new Error('The test is over.'));
  const reasons = (await waiting).map((each) => (each.status === 'rejected' ? each.reason.message : each.value));
  // The oldest may grow to its limit, and no further.
  expect(reasons).toContain('The calendar server sends more than 64 MiB for one read.');
});

test('all requests of one read have a limit together', async () => {
  const { read } = reading(3, maxReadBytes / 2);
  await expect(read(1)).rejects.toThrow('The calendar server sends more than 64 MiB for one read.');
  const { read: another } = reading(2, maxReadBytes / 2);
  expect(await another(1)).toEqual(emptyRead);
});

test('a read has the newest secret, which is a getter', async () => {
  let token = 1;
  const seen: unknown[] = [];
  const provider: CalendarProvider = {
    listCalendars: () => Promise.reject(new Error('The list is not read')),
    readBusy: async (access) => {
      seen.push(access.secret, access.workspaceId);
      token++;
      seen.push(access.secret);
      return emptyRead;
    },
  };
  const access = {
    get secret() {
      return token as never;
    },
    ...{ workspaceId: 4, host: '', timeZone: 'UTC', signal: new AbortController().signal, http: {} as never },
  };
  await metered(provider).readBusy(access, calendar, range);
  expect(seen).toEqual([1, 4, 2]);
});
