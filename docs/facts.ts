import { rateLimitBody } from '#src/access/rate-limit/decision.ts';
import { describeConfig } from '#src/config/config.ts';
import { type Advice, documentAdvice, documentLimitRemedy, errorAdvice } from '#src/domain/error-advice.ts';
import { type ErrorCode, errorTable } from '#src/domain/errors.ts';
import { fieldErrorCodes } from '#src/domain/field-errors.ts';
import { allScopes, scopeSentences } from '#src/domain/principal/scopes.ts';
import { webhookKinds } from '#src/domain/webhooks/kinds.ts';
import { documentLimits } from '#src/graphql/limits/document-limits.ts';
import { mutationRows } from './access-facts.ts';
import * as capacity from './capacity-facts.ts';
import { errorBodies, errorCodeRows } from './error-facts.ts';

/** What the pages state as the code has it, by the name in their marks: `<!-- facts: scopes -->`. */
const facts: Readonly<Record<string, () => string>> = {
  environment: () =>
    table(
      ['variable', 'default', 'meaning'],
      describeConfig().map(({ name, default: value, meaning }) => [quoted(name), value, meaning]),
    ),
  scopes: () =>
    table(
      ['Scope', 'Allows you to'],
      allScopes.map((scope) => [quoted(scope), scopeSentences[scope].replace(/^./, (first) => first.toLowerCase())]),
    ),
  mutations: () => table(['Mutation', 'Roles', 'Credentials'], mutationRows()),
  'webhook-kinds': () =>
    table(
      ['Kind', 'When it is sent', 'Scope'],
      Object.entries(webhookKinds).map(([kind, { description, scope }]) => [quoted(kind), description, quoted(scope)]),
    ),
  'document-limits': () =>
    table(
      ['Code', 'Maximum', 'Counts'],
      Object.entries(documentLimits).map(([code, { limit, counts }]) => [
        quoted(code),
        limit.toLocaleString('en'),
        counts,
      ]),
    ),
  'rate-limit-refusal': () => {
    const refusal = { allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 };
    return fenced('json', JSON.stringify(rateLimitBody(refusal), null, 2));
  },
  'error-codes': () => table(['Code', 'Text', 'Status', 'Code at /v1'], errorCodeRows()),
  'document-error-codes': () =>
    table(
      ['extensions.code', 'At most', 'Of what'],
      Object.entries(documentLimits).map(([code, { limit, counts }]) => [quoted(code), limit, counts]),
    ),
  'field-error-codes': () =>
    table(
      ['code', 'Meaning'],
      Object.entries(fieldErrorCodes).map(([code, meaning]) => [quoted(code), meaning]),
    ),
  'error-bodies': errorBodies,
  'error-advice': () =>
    Object.entries(errorTable)
      .map(([code, { status, message }]) => {
        const { cause, remedy } = errorAdvice[code as ErrorCode];
        return `## ${code}\n\nStatus ${status}, “${message}”.\n\n**Cause.** ${cause}\n\n**What to do.** ${remedy}`;
      })
      .join('\n\n'),
  'document-advice': () => {
    const limits = Object.entries(documentLimits).map(([code, { limit, counts }]): [string, Advice] => [
      code,
      { cause: `More than ${limit.toLocaleString('en')} ${counts}.`, remedy: documentLimitRemedy },
    ]);
    return table(
      ['`extensions.code`', 'Cause', 'What to do'],
      [...Object.entries(documentAdvice), ...limits].map(([code, { cause, remedy }]) => [quoted(code), cause, remedy]),
    );
  },
  'row-bytes': () => table(['Table', 'Row', 'Indexes', 'Both'], capacity.rowBytesRows(), ['', ':', ':', ':']),
  'request-costs': () => table(['Request', 'Plain', 'Citus', 'A day'], capacity.costRows(), ['', ':', ':', ':']),
  'capacity-formula': () => fenced('text', capacity.formula()),
  installations: () => table(...capacity.installationTable(), ['', ':', ':', ':']),
  'simulated-day': () =>
    table(['', 'Predicted', 'Seen', 'Seen ÷ predicted'], capacity.simulationRows(), ['', ':', ':', ':']),
};

/** A page with the parts between its marks as they are made from the code. */
export function withFacts(page: string): string {
  return page.replace(/^(<!-- facts: ([\w-]+) -->\n).*?^(<!-- \/facts -->)$/gms, (_, begin, name, end) => {
    const fact = facts[name];
    if (!fact) throw new Error(`docs/facts.ts has no facts of the name ${name}`);
    return `${begin}${fact()}\n${end}`;
  });
}

type Cell = string | number;

function table(head: readonly string[], rows: readonly (readonly Cell[])[], align: readonly string[] = []): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`.replace('|  |', '| |');
  return [line(head), `|${head.map((_, index) => `---${align[index] ?? ''}`).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function quoted(text: string): string {
  return `\`${text}\``;
}
