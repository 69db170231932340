import type { Step } from './recorder.ts';

const replacements: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  // Keys, sessions, and secrets of apps and webhooks; the tokens in links; cursors, which hold times and are signed.
  [/(service_(?:ses_)?|ocs_|whsec_)[0-9A-Za-z+/=_-]{20,}/g, '$1<secret>'],
  [/token=[0-9A-Za-z]{43}/g, 'token=<secret>'],
  [/[0-9A-Za-z_-]+\.call_[0-9A-Za-z]{22}\.[0-9A-Za-z_-]{43}/g, '<booking token>'],
  [/(call|contact|ocl)_[0-9A-Za-z]{22,24}/g, '$1_<random>'],
  [/"lastFour":"[^"]{4}"/g, '"lastFour":"<secret>"'],
  [/"(nextCursor|cursor)":"[^"]+"/g, '"$1":"<cursor>"'],
];

const minute = 60_000;
const hour = 60 * minute;

/** What differs from run to run becomes one word: random ids, secrets, and times that are so many hours from now. */
export function normalised(steps: readonly Step[], startedAt: number): Step[] {
  const fromNow = (instant: string) => {
    const hours = Math.round((Date.parse(instant) - startedAt) / hour);
    const isNear = Math.abs(Date.parse(instant) - startedAt - hours * hour) < 10 * minute;
    return isNear && hours >= 0 && hours <= 24 ? `<now + ${hours} h>` : instant;
  };
  const text = replacements
    .reduce((text, [pattern, word]) => text.replace(pattern, word), JSON.stringify(steps))
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, fromNow);
  return JSON.parse(text);
}

/** The lines of two answers that are not in the other one, for a short report. */
export function differences(one: Step, other: Step): string[] {
  const [lines, others] = [one, other].map((step) => JSON.stringify(step, null, 1).split('\n'));
  const missing = (from: string[] = [], where: string[] = []) => from.filter((line) => !where.includes(line));
  const found = [
    ...missing(lines, others).map((line) => `plain: ${line.trim()}`),
    ...missing(others, lines).map((line) => `Citus: ${line.trim()}`),
  ];
  if (found.length > 0) return [one.name, ...found];
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [one.name, 'the same lines in another order'];
}
