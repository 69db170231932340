import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { summaryOf } from '#src/domain/api-requests/error-summary.ts';
import { invalidInput, recordNotFound } from '#src/domain/errors.ts';
import { RequestLog } from '#src/services/api-requests/request-log.ts';
import { RequestSample } from '#src/services/api-requests/request-sample.ts';
import { seeing } from '../support/seeing-statements.ts';
import { useServices } from '../support/service-context.ts';

const services = await useServices();
const member = await services.workspace();
afterEach(async () => {
  vi.useRealTimers();
  await sql('TRUNCATE "ApiRequest"');
});

const sql = async (text: string) => (await services.context.db.pool.query(text)).rows;
const stored = async () =>
  (await sql('SELECT "requestId", "represents" FROM "ApiRequest" ORDER BY "id"')).map(({ requestId }) => requestId);

function addTo(log: RequestLog, requestId: string, { apiKeyId = 1, status = 200, time = '2026-03-04T12:00:00Z' } = {}) {
  const requester = { ...member, apiKeyId };
  const nothing = { connectionId: null, clientId: null, operationName: null, rootFields: null, address: null };
  const noError = { errorCode: null, errorMessage: null, fieldErrors: null, userAgent: null };
  const call = { method: 'GET', route: '/v1/contacts', status, durationMs: 1, requestId, time };
  log.add({ requester, status, errorCode: undefined }, () => ({ ...requester, ...nothing, ...noError, ...call }));
}

const outage = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

/** A database that fails with these errors first. */
function failing(...errors: Error[]): Pick<Database, 'run'> {
  return seeing(services.context.db, () => {
    const error = errors.shift();
    if (error) throw error;
  });
}

describe('RequestLog', () => {
  test('writes a second after the first request, by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const log = new RequestLog(services.context.db);
    addTo(log, 'one');
    await vi.advanceTimersByTimeAsync(999);
    expect(await stored()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await log.flush();
    expect(await stored()).toEqual(['one']);
  });

  test('keeps during an outage what fits, writes it afterwards, and counts the oldest, which it drops', async () => {
    const onDropped = vi.fn();
    const onError = vi.fn();
    const log = new RequestLog(failing(outage(), outage()), { flushDelayMs: 1e9, onDropped, onError });
    for (let apiKeyId = 1; apiKeyId <= 4000; apiKeyId++) addTo(log, `first-${apiKeyId}`, { apiKeyId });
    await log.flush();
    expect(onDropped).not.toHaveBeenCalled();
    for (let apiKeyId = 1; apiKeyId <= 1500; apiKeyId++) addTo(log, `second-${apiKeyId}`, { apiKeyId });
    await log.flush();
    expect(onDropped.mock.calls).toEqual([[500]]);
    await log.flush();
    const ids = await stored();
    expect(ids).toHaveLength(5000);
    expect(ids[0]).toBe('first-501');
    expect(ids.at(-1)).toBe('second-1500');
    expect(onError).toHaveBeenCalledTimes(2);
    await log.close();
  });

  test('tries again by itself after an outage', async () => {
    const log = new RequestLog(failing(outage()), { flushDelayMs: 20 });
    addTo(log, 'patient');
    await expect.poll(stored).toEqual(['patient']);
    await log.close();
  });

  test('counts what another error drops, and goes on', async () => {
    const onDropped = vi.fn();
    const log = new RequestLog(failing(new Error('broken')), { flushDelayMs: 1e9, onDropped });
    for (let n = 0; n < 30; n++) addTo(log, 'lost');
    await log.flush();
    expect(onDropped.mock.calls).toEqual([[30]]);
    addTo(log, 'next');
    await log.flush();
    expect(await stored()).toEqual(['next']);
    await log.close();
  });

  test('adds while a write is under way, and loses nothing of it', async () => {
    const log = new RequestLog(services.context.db, { flushDelayMs: 1e9 });
    addTo(log, 'before');
    const flushed = log.flush();
    addTo(log, 'meanwhile');
    await Promise.all([flushed, log.flush()]);
    expect(await stored()).toEqual(['before', 'meanwhile']);
    await log.close();
  });

  test('writes what is left when it closes', async () => {
    const log = new RequestLog(services.context.db);
    addTo(log, 'last');
    await log.close();
    expect(await stored()).toEqual(['last']);
  });

  test('closes during an outage without waiting for its end, and counts what is lost', async () => {
    const onDropped = vi.fn();
    const log = new RequestLog(failing(outage()), { onDropped });
    addTo(log, 'lost');
    await log.close();
    expect(onDropped.mock.calls).toEqual([[1]]);
    expect(await stored()).toEqual([]);
  });

  test('names the field whose record was not found', () => {
    expect(summaryOf(recordNotFound(['hosts', 1, 'userId']))).toEqual({
      ...{ errorCode: 'NOT_FOUND', errorMessage: 'Resource not found!' },
      fieldErrors: [{ path: 'hosts[1].userId', code: 'not_found' }],
    });
  });

  test('shows no credential that a caller used as the name of a field', () => {
    const path = [`service_${'aB3'.repeat(12)}00`, 'whsec_c2VjcmV0+/='];
    expect(summaryOf(recordNotFound(path)).fieldErrors).toEqual([{ path: 'service_….whsec_…', code: 'not_found' }]);
  });

  test('has no text of an unexpected error', () => {
    const summary = { errorCode: 'INTERNAL_SERVER_ERROR', errorMessage: 'Something went wrong', fieldErrors: null };
    expect(summaryOf(new Error('secret'))).toEqual(summary);
    const away = { errorCode: 'UNAVAILABLE', errorMessage: 'Service temporarily unavailable', fieldErrors: null };
    expect(summaryOf(outage())).toEqual(away);
    expect(summaryOf(undefined)).toEqual({ errorCode: null, errorMessage: null, fieldErrors: null });
  });

  test('keeps names of fields that the caller made up within what PostgreSQL stores', () => {
    const error = invalidInput([{ path: [`a\u0000b\ud800${'c'.repeat(300)}`], code: 'unknown_field', message: 'x' }]);
    const { fieldErrors } = summaryOf(error);
    expect(fieldErrors).toEqual([{ path: `a?b?${'c'.repeat(196)}`, code: 'unknown_field' }]);
    const many = invalidInput(
      Array.from({ length: 50 }, (_, n) => ({ path: [`f${n}`], code: 'required' as const, message: 'x' })),
    );
    expect(summaryOf(many).fieldErrors).toHaveLength(20);
  });
});

describe('RequestSample', () => {
  const limits = { perGroup: 10, threshold: 50, total: 60 };
  const filled = (groups: number, each: number) => {
    const sample = new RequestSample<{ id: string }>(limits);
    let made = 0;
    for (let n = 0; n < each; n++) {
      for (let group = 0; group < groups; group++) {
        sample.add(String(group), () => {
          made++;
          return { id: `${group}-${n}` };
        });
      }
    }
    return { ...sample.take(), made, sample };
  };
  const sum = (rows: readonly { represents: number }[]) => rows.reduce((total, row) => total + row.represents, 0);

  test('keeps all up to the limit', () => {
    const { rows, missed } = filled(2, 10);
    expect(rows).toHaveLength(20);
    expect(rows.every(({ represents }) => represents === 1)).toBe(true);
    expect(missed).toBe(0);
  });

  test('keeps of more so many that stand for all, and makes few rows for it', () => {
    const { rows, made } = filled(1, 1003);
    expect(rows).toHaveLength(10);
    expect(sum(rows)).toBe(1003);
    expect(rows.map(({ represents }) => represents).sort()).toEqual([100, 100, 100, 100, 100, 100, 100, 101, 101, 101]);
    expect(made).toBeLessThan(200);
  });

  test('keeps early and late ones alike', () => {
    let late = 0;
    for (let round = 0; round < 200; round++) {
      late += filled(1, 100).rows.filter(({ id }) => Number(id.split('-')[1]) >= 50).length;
    }
    expect(late / 2000).toBeGreaterThan(0.4);
    expect(late / 2000).toBeLessThan(0.6);
  });

  test('beyond its threshold keeps one of each new group, and beyond its total none', () => {
    const { rows, missed } = filled(70, 20);
    expect(rows).toHaveLength(60);
    expect(sum(rows)).toBe(60 * 20);
    expect(missed).toBe(10 * 20);
  });

  test('begins anew after each second', () => {
    const { sample } = filled(70, 20);
    sample.add('0', () => ({ id: 'new' }));
    expect(sample.take()).toEqual({ rows: [{ id: 'new', represents: 1 }], missed: 0 });
  });
});
