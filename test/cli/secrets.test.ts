import { expect, test } from 'vitest';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { calendarSecretPurpose } from '#src/services/calendars/gateway.ts';
import { useApp } from '../support/app.ts';
import { cli } from '../support/cli.ts';
import { during, type Sql } from '../support/during.ts';
import { webhook } from '../support/webhooks.ts';

const app = await useApp();
const earlier = 'the earlier key of this installation';
const later = 'the later key of this installation';
const ofWebhook = (key: string) => new SealedTexts(key, webhookSecretPurpose);
const ofCalendar = (key: string) => new SealedTexts(key, calendarSecretPurpose);

async function rotate(SECRET_KEY: string) {
  const { code, stdout } = await cli(['secrets', 'rotate', '--json'], { DATABASE_URL: app.databaseUrl, SECRET_KEY });
  return { code, ...(JSON.parse(stdout) as object) };
}

async function stored(table: 'Webhook' | 'CalendarConnection', id: number, column = 'secret'): Promise<Buffer> {
  const [row] = await app.sql<{ sealed: Buffer }>(`SELECT "${column}" AS "sealed" FROM "${table}" WHERE "id" = $1`, [
    id,
  ]);
  if (!row) throw new Error('The row is gone.');
  return row.sealed;
}

test('stored secrets get the first key, once, and what none of the keys opens stays as it is', async () => {
  const [one, other] = [await app.workspace(), await app.workspace()];
  const [now, before] = ['whsec_now', 'whsec_before'].map((text) => ofWebhook(earlier).seal(text));
  const rotating = await webhook(app, one, { secret: now, previousSecret: before });
  const current = ofWebhook(later).seal('whsec_current');
  const unchanged = await webhook(app, other, { secret: current });
  const { id: calendar } = await app.insert('CalendarConnection', {
    ...{ workspaceId: one.workspaceId, userId: one.userId, kind: 'ICS', name: 'calendar.test' },
    ...{ readableUntil: '2026-03-05T00:00:00Z', nextReadAt: '2026-03-05T00:00:00Z' },
    secret: ofCalendar(earlier).seal('{}'),
  });

  expect(await rotate(later)).toEqual({ code: 1, resealed: 0, current: 1, unreadable: 3 });
  expect(await stored('Webhook', rotating)).toEqual(now);
  expect(await rotate(`${later}, ${earlier}`)).toEqual({ code: 0, resealed: 3, current: 1, unreadable: 0 });
  expect(await rotate(`${later},${earlier}`)).toEqual({ code: 0, resealed: 0, current: 4, unreadable: 0 });
  expect(await rotate(later)).toEqual({ code: 0, resealed: 0, current: 4, unreadable: 0 });

  expect(ofWebhook(later).open(await stored('Webhook', rotating))).toBe('whsec_now');
  expect(ofWebhook(later).open(await stored('Webhook', rotating, 'previousSecret'))).toBe('whsec_before');
  expect(ofCalendar(later).open(await stored('CalendarConnection', calendar))).toBe('{}');
  expect(await stored('Webhook', unchanged)).toEqual(current);
});

test('a secret that a member rotates meanwhile is not replaced by the earlier one', async () => {
  const owner = await app.workspace();
  const id = await webhook(app, owner, { secret: ofWebhook(earlier).seal('whsec_old') });
  const next = ofWebhook(earlier).seal('whsec_next');
  const byMember = (sql: Sql) => sql('UPDATE "Webhook" SET "secret" = $2 WHERE "id" = $1', [id, next]);
  expect(await during(app, byMember, () => rotate(`${later},${earlier}`))).toMatchObject({ code: 0, resealed: 1 });
  expect(ofWebhook(later).open(await stored('Webhook', id))).toBe('whsec_next');
});
