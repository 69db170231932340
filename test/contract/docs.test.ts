import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestRetentionDays } from '#src/domain/api-requests/api-request.ts';
import { maxFieldErrors } from '#src/domain/field-errors.ts';
import { defaultLimit, maxLimit } from '#src/domain/list-input.ts';
import { inEveryLanguage } from '#src/site/docs/example.ts';
import { pages } from '#src/site/docs/pages.ts';
import { documentCodes, requestCodes } from '../../docs/error-facts.ts';
import { withFacts } from '../../docs/facts.ts';

const folder = path.join(import.meta.dirname, '../../docs');
const addresses = { baseUrl: 'http://api.test', appUrl: 'http://app.test' };
const textOf = (name: string) =>
  pages
    .find((page) => page.name === name)
    ?.text(addresses)
    .replaceAll('\n', ' ');
const quoted = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(' or ');

describe('the table of contents', () => {
  it('has every file of docs/, once', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
    const listed = [...(await readFile(path.join(folder, 'README.md'), 'utf8')).matchAll(/^- \[.+?\]\((.+?)\): /gm)];
    const own = listed.map(([, file = '']) => file).filter((file) => !file.startsWith('../'));
    expect(own.toSorted()).toEqual(files.toSorted());
    expect(pages).toHaveLength(listed.length);
  });

  it.each(pages.map((page) => [page.name, page] as const))('calls %s by the title of the page', (_, page) => {
    expect(page.text(addresses).split('\n', 1)).toEqual([`# ${page.title}`]);
    expect(page.summary).toMatch(/\.$/);
  });
});

describe('a page', () => {
  it('has the addresses of the API and of the web application, and no marks of facts', () => {
    const text = pages.map((page) => page.text(addresses)).join('\n');
    expect(text).toContain('[the web application](http://api.test/docs/web-application.md#api-keys)');
    expect(text).toContain('(http://app.test/settings/developer/api-keys)');
    expect(text).toContain('http://app.test/oauth/authorize');
    expect(text).toContain("'http://api.test/v1/oauth/token'");
    expect(text).not.toMatch(/localhost:3000|<!--|\]\((?!https?:|#)/);
  });

  it.each([
    ['pagination', `| \`limit\` | ${defaultLimit} | 1 to ${maxLimit} items a page |`],
    ['troubleshooting', `access tokens of apps for ${requestRetentionDays} days:`],
    ['errors', `have GraphQL's own texts, with the code ${quoted(documentCodes)};`],
    ['errors', `the request around it have the code ${quoted(requestCodes)}.`],
    ['errors', `the first ${maxFieldErrors} of them:`],
  ])('%s states: %s', (name, sentence) => {
    expect(textOf(name)).toContain(sentence);
  });

  it.each([
    ['environment', 'environment'],
    ['graphql', 'document-limits'],
    ['errors', 'error-codes'],
    ['authentication', 'scopes'],
  ])('%s has the facts of the name %s', async (name, fact) => {
    expect(await readFile(path.join(folder, `${name}.md`), 'utf8')).toContain(`<!-- facts: ${fact} -->\n| `);
  });

  it('cannot ask for facts that nobody states', () => {
    expect(() => withFacts('<!-- facts: nothing -->\n<!-- /facts -->\n')).toThrow('nothing');
  });
});

describe('an example in curl', () => {
  it('becomes the same request in TypeScript and Python', () => {
    const curl = `curl 'http://api.test/v1/contacts' -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"firstName": "O'\\''Neil", "email": "'"$EMAIL"'"}'`;
    const text = inEveryLanguage(`\`\`\`sh\n${curl}\n\`\`\`\n`);
    expect(text).toContain(`body: JSON.stringify({ firstName: "O'Neil", email: process.env.EMAIL }),`);
    expect(text).toContain(`data=json.dumps({"firstName": "O'Neil", "email": os.environ["EMAIL"]}).encode(),`);
    expect(text).toMatch(
      /```sh\ncurl 'http:\/\/api\.test\/v1\/contacts' \\\n {2}-H "Authorization: Bearer \$KEY" \\\n/,
    );
  });

  it('with an option that no page needs is refused, not shown wrong', () => {
    expect(() => inEveryLanguage("```sh\ncurl 'http://api.test/' --http2 -H 'A: b'\n```\n")).toThrow('--http2');
    expect(() => inEveryLanguage('```sh\ncurl \'http://api.test/\' -H "A: $B"\n```\n')).toThrow('variable');
  });

  it('is left alone where the page has the other languages itself, and where it is no curl command', () => {
    for (const text of ["```sh\ncurl 'x'\n```\n\n```ts\nfetch('x');\n```\n", '```sh\nnpm run cli\n```\n'])
      expect(inEveryLanguage(text)).toBe(text);
  });
});
