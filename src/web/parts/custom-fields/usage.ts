import type { EditableFieldFragment } from '../../gql/custom-fields.ts';
import { countOf } from '../../kit/counts.ts';

type Usage = NonNullable<EditableFieldFragment['usage']>;

const maxNamed = 3;

/** "“Strategy call”, “Demo” and 3 more events". */
export function namesOfEvents(events: Usage['events'], count = events.length): string {
  const named = events.slice(0, maxNamed).map(({ name }) => `“${name}”`);
  const more = count - named.length;
  const parts = more > 0 ? [...named, countOf(more, 'more event')] : named;
  return new Intl.ListFormat('en').format(parts);
}

/** What uses a field, in a line: "12 answers · in 2 events · in the rules of 1 event". */
export function usageText({ answerCount, askingEventCount, ruleEventCount }: Usage): string {
  return [
    answerCount > 0 ? countOf(answerCount, 'answer') : 'No answers',
    askingEventCount > 0 && `in ${countOf(askingEventCount, 'event')}`,
    ruleEventCount > 0 && `in the rules of ${countOf(ruleEventCount, 'event')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What stays as it is once nothing new can be answered with the option. Undefined where nothing uses it. */
export function archivedOptionNote(usage: Usage, optionId: number): string | undefined {
  const { answerCount = 0, ruleEventCount = 0 } = usage.options.find((each) => each.optionId === optionId) ?? {};
  const uses = [
    answerCount > 0 && countOf(answerCount, 'answer'),
    ruleEventCount > 0 && `the rules of ${countOf(ruleEventCount, 'event')}`,
  ].filter((each) => each !== false);
  const asking =
    usage.askingEventCount > 0 ? ` ${countOf(usage.askingEventCount, 'event')} will no longer offer it.` : '';
  return uses.length === 0
    ? asking.trim() || undefined
    : `Stays in ${new Intl.ListFormat('en').format(uses)}.${asking}`;
}
