import { openApi } from '../../support/fits-document.ts';
import type { Comparison, FoundDifference } from './comparison.ts';

export interface AnswerFigures {
  readonly asked: number;
  readonly readsAskedAgain: number;
  /** Answers by entry point, method and class of status. */
  readonly counts: Readonly<Record<string, number>>;
  /** Answers of the document that no request had, such as those of an outage. */
  readonly notSeen: readonly string[];
  readonly differences: readonly FoundDifference[];
}

export function reportOf({ counts, differences, asked, again }: Comparison): { text: string; figures: AnswerFigures } {
  const sums: Record<string, number> = {};
  for (const [endpoint, statuses] of counts) {
    const [method = '', path = ''] = endpoint.split(' ');
    const entry = path === '/graphql' ? 'GraphQL' : path.startsWith('/v1/') ? '/v1' : 'other paths';
    for (const [status, count] of statuses) {
      const key = `${entry} ${method} ${Math.floor(status / 100)}xx`;
      sums[key] = (sums[key] ?? 0) + count;
    }
  }
  const sorted = Object.fromEntries(Object.entries(sums).sort(([one], [other]) => one.localeCompare(other)));
  const notSeen = documented()
    .filter(([endpoint, status]) => !counts.get(endpoint)?.has(status))
    .map((each) => each.join(' '));
  const figures = { asked, readsAskedAgain: again, counts: sorted, notSeen, differences };
  const lines = [
    ...Object.entries(sorted).map(([key, count]) => `${String(count).padStart(7)}  ${key}`),
    `${String(asked).padStart(7)}  requests to each server, ${again} of them again for a clock that struck between two answers`,
    `not seen of the document: ${notSeen.join(', ') || 'nothing'}`,
    ...differences.flatMap(linesOf),
    differences.length === 0 ? 'No answer differs.' : '',
  ];
  return { text: lines.join('\n'), figures };
}

function documented(): [endpoint: string, status: number][] {
  return Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status): [string, number] => [`${method.toUpperCase()} ${path}`, Number(status)]),
    ),
  );
}

function linesOf({ question, before, now }: FoundDifference): string[] {
  const { method = 'GET', path, caller = 'nobody', body = '' } = question;
  return [
    '',
    `${method} ${path.slice(0, 500)} by ${caller} ${body.slice(0, 500)}`,
    `  before: ${JSON.stringify(before)}`,
    `  now:    ${JSON.stringify(now)}`,
  ];
}
