import { describe, expect, test } from 'vitest';
import { languages } from '#src/domain/languages/language.ts';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';

const app = await useApp(manyAddresses);

/** Every text of a language by its place, those with a value in it with a sample. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('VALUE'))]];
  return Object.entries(value as object).flatMap(([name, each]) => flat(each, `${path}.${name}`));
}

describe.each(languages)('the texts in %s', (language) => {
  const own = new Map(flat(texts[language]));
  const english = new Map(flat(texts.en));

  test('are all there, none of them empty', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('carry the value where there is one', () => {
    const withValue = (each: Map<string, string>) =>
      [...each].filter(([, text]) => text.includes('VALUE')).map(([path]) => path);
    expect(withValue(own).sort()).toEqual(withValue(english).sort());
  });
});

test.each(languages.filter((each) => each !== 'en'))('the texts in %s are not English', (language) => {
  const english = new Map(flat(texts.en));
  const same = flat(texts[language])
    .filter(([path, text]) => text === english.get(path))
    .map(([path]) => path);
  const names = ['.locations.GOOGLE_MEET', '.locations.ZOOM', '.timesOn', '.name', '.email'];
  expect(same.filter((path) => !names.includes(path))).toEqual([]);
});

test.each([
  ['lang=de', {}, 'de'],
  ['lang=pt-BR', {}, 'pt'],
  ['lang=xx', { 'accept-language': 'es-MX,es;q=0.9' }, 'es'],
  ['', { 'accept-language': 'nl,fr;q=0.5' }, 'fr'],
  ['', { 'accept-language': 'zh' }, 'en'],
  ['', { 'accept-language': 'x'.repeat(5_000) }, 'en'],
  ['', {}, 'en'],
])('a page with %s and %o is in %s', async (query, headers, language) => {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/texts-${language}`;
  await bookableEvent(app, owner, { linkPrefix });
  const page = await openPage(app, `/e/${linkPrefix}?${query}`, { headers });
  expect(page.html).toContain(`<html lang="${language}">`);
  expect(page.headers.get('content-language')).toBe(language);
  expect(page.text).toContain(texts[language as 'en'].timeZone);
});

test('hours are as the region of the browser writes them', async () => {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/hours`;
  await bookableEvent(app, owner, { linkPrefix });
  const open = (language: string) => openPage(app, `/e/${linkPrefix}`, { headers: { 'accept-language': language } });
  expect((await open('en-US')).text).toMatch(/1:00.PM/);
  expect((await open('en-GB')).text).toContain('13:00');
  // Weeks begin on Sunday and on Monday.
  expect((await open('en-US')).text).toMatch(/Sun Mon/);
  expect((await open('en-GB')).text).toMatch(/Mon Tue/);
});
