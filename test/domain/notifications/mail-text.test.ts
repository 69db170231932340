import { describe, expect, test } from 'vitest';
import { filledIn, mailTextsInput, mailVariables, unknownVariables } from '#src/domain/notifications/mail-text.ts';

const values = Object.fromEntries(mailVariables.map((name) => [name, `<${name}>`])) as Record<
  (typeof mailVariables)[number],
  string
>;

test('a text has the values of its variables, whatever white space is in the braces', () => {
  expect(filledIn('Hi {{invitee}}, see you {{ time }} at {{place}}.', values)).toBe(
    'Hi <invitee>, see you <time> at <place>.',
  );
  expect(filledIn('{{nothing}} {{ }} {{constructor}}', values)).toBe('{{nothing}} {{ }} {{constructor}}');
});

test('a value is not read for variables again', () => {
  expect(filledIn('{{event}}', { ...values, event: '{{host}}' })).toBe('{{host}}');
});

test('white space without an end is read once', () => {
  // Two million characters: read again from each of them, they would take longer than any test may.
  expect(unknownVariables(`{{${' '.repeat(2_000_000)}`)).toEqual([]);
});

test('unknown variables are named once each', () => {
  expect(unknownVariables('{{invitee}} {{name}} {{ name }} {{Host}}')).toEqual(['name', 'Host']);
});

const problemsOf = (item: object) => {
  const result = mailTextsInput().safeParse([{ kind: 'REMINDER', language: 'en', ...item }]);
  return result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
};
const known = 'There are {{invitee}}, {{event}}, {{host}}, {{workspace}}, {{time}}, {{place}}';
const ofSubject = known.replace('{{invitee}}, ', '');

describe('a text is refused at its field', () => {
  test.each([
    [{ text: 'Hi {{name}}' }, '0.text', `There is no variable {{name}}. ${known}`],
    [{ subject: '{{evnt}}' }, '0.subject', `There is no variable {{evnt}}. ${ofSubject}`],
    [{ subject: 'Hi {{invitee}}' }, '0.subject', `There is no variable {{invitee}}. ${ofSubject}`],
    [{ text: 'Hi {{invitee' }, '0.text', 'Each {{ needs a variable and }} after it'],
    [{ text: 'Hi invitee}}' }, '0.text', 'Each {{ needs a variable and }} after it'],
    [{ text: ' ' }, '0.text', 'Must not be empty'],
    [{ subject: 'two\nlines' }, '0.subject', 'Must be one line, without control characters'],
    [{ text: 'a'.repeat(2_001) }, '0.text', 'Must be at most 2000 characters'],
  ])('%j', (item, path, message) => {
    expect(problemsOf(item)).toContainEqual([path, message]);
  });

  test('with ten unknown variables, however many it has', () => {
    const text = Array.from({ length: 50 }, (_, index) => `{{name ${index}}}`).join('');
    expect(problemsOf({ text })).toHaveLength(10);
  });

  test('with one problem if it is too long, however many braces it has', () => {
    const text = `{{${' '.repeat(1_000_000)}${'{{a}}'.repeat(1_000)}`;
    expect(problemsOf({ text })).toEqual([['0.text', 'Must be at most 2000 characters']]);
  });

  test('and so is a second item of a kind and language', () => {
    const item = { kind: 'REMINDER', language: 'en', text: 'Soon' };
    expect(mailTextsInput().safeParse([item, item]).error?.issues[0]?.message).toBe(
      'Must not have the same kind and language twice',
    );
  });
});
