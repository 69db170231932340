import { describe, expect, test } from 'vitest';
import { directionOf } from '#src/domain/languages/direction.ts';
import { languages } from '#src/domain/languages/language.ts';
import { mailTexts } from '#src/domain/languages/mail/by-language.ts';
import { flat, sameTexts, samples, unisolated } from '../../support/texts.ts';

/** Names that are the same in many languages. */
const names = ['.places.GOOGLE_MEET', '.places.ZOOM', '.labels.email'];

describe.each(languages)('the texts of mails in %s', (language) => {
  const [own, english] = [new Map(flat(mailTexts[language])), new Map(flat(mailTexts.en))];

  test('are all there, and empty only where the English ones are', () => {
    const filled = (texts: Map<string, string>) => [...texts].filter(([, text]) => text !== '').map(([path]) => path);
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    expect(filled(own).sort()).toEqual(filled(english).sort());
  });

  test.each(samples)('carry the value %s where there is one', (sample) => {
    const withValue = (texts: Map<string, string>) =>
      [...texts].filter(([, text]) => text.includes(sample)).map(([path]) => path);
    expect(withValue(own).sort()).toEqual(withValue(english).sort());
  });
});

test.each(languages.filter((each) => each !== 'en'))('the texts of mails in %s are not English', (language) => {
  expect(sameTexts(mailTexts[language], mailTexts.en).filter((path) => !names.includes(path))).toEqual([]);
});

test.each(languages.filter((each) => directionOf(each) === 'rtl'))(
  'the texts of mails in %s isolate their values',
  (language) => {
    expect(unisolated(mailTexts[language])).toEqual([]);
  },
);
