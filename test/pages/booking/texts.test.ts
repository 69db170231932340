import { describe, expect, test } from 'vitest';
import { directionOf } from '#src/domain/languages/direction.ts';
import { languages } from '#src/domain/languages/language.ts';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';
import { flat, sameTexts, samples, unisolated } from '../../support/texts.ts';

const app = await useApp(manyAddresses);

describe.each(languages)('the texts in %s', (language) => {
  const own = new Map(flat(texts[language]));
  const english = new Map(flat(texts.en));

  test('are all there, none of them empty', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test.each(samples)('carry the value %s where there is one', (sample) => {
    const withValue = (each: Map<string, string>) =>
      [...each].filter(([, text]) => text.includes(sample)).map(([path]) => path);
    expect(withValue(own).sort()).toEqual(withValue(english).sort());
  });
});

const others = languages.filter((each) => each !== 'en');

test.each(others)('the texts in %s are not English', (language) => {
  const names = ['.locations.GOOGLE_MEET', '.locations.ZOOM', '.timesOn', '.name', '.email'];
  expect(sameTexts(texts[language], texts.en).filter((path) => !names.includes(path))).toEqual([]);
});

test.each(languages.filter((each) => directionOf(each) === 'rtl'))(
  'the texts in %s isolate their values',
  (language) => {
    const { timesOn: _, ...sentences } = texts[language];
    expect(unisolated(sentences)).toEqual([]);
  },
);

test('a wait in Arabic and Hebrew has the form of its number', () => {
  const waits = (language: 'ar' | 'he') =>
    [1, 2, 5, 11].map((seconds) => texts[language].tooMany(seconds).replace(/[\u2068\u2069]/g, ''));
  expect(waits('ar').map((text) => text.split(' بعد ')[1])).toEqual([
    'ثانية واحدة.',
    'ثانيتين.',
    '5 ثوانٍ.',
    '11 ثانية.',
  ]);
  expect(waits('he').map((text) => text.split(' בעוד ')[1])).toEqual([
    'שנייה אחת.',
    'שתי שניות.',
    '5 שניות.',
    '11 שניות.',
  ]);
});

test.each([
  ['lang=de', {}, 'de'],
  ['lang=pt-BR', {}, 'pt'],
  ['lang=nl', {}, 'nl'],
  ['lang=ar', { 'accept-language': 'ar-SA' }, 'ar'],
  ['lang=xx', { 'accept-language': 'es-MX,es;q=0.9' }, 'es'],
  ['', { 'accept-language': 'sv,fr;q=0.5' }, 'fr'],
  ['', { 'accept-language': 'zh' }, 'en'],
  ['', { 'accept-language': 'x'.repeat(5_000) }, 'en'],
  ['', {}, 'en'],
])('a page with %s and %o is in %s', async (query, headers, language) => {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/texts-${language}`;
  await bookableEvent(app, owner, { linkPrefix });
  const page = await openPage(app, `/e/${linkPrefix}?${query}`, { headers });
  expect(page.html).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`);
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
