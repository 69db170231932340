import { defaultLimit, maxLimit } from '#src/domain/input.ts';
import { code, type DocsAddresses, type Page } from './page.ts';

export const pagination: Page = {
  name: 'pagination',
  title: 'Pagination',
  summary: 'Pages, counts, and an order that does not drift.',
  text,
};

function text({ baseUrl }: DocsAddresses): string {
  return `# Pagination

Lists come a page at a time, but for availability schedules, which come whole.

| Parameter | Default | Takes |
|---|---|---|
| \`page\` | 0 | 0 or more: pages are counted from zero |
| \`limit\` | ${defaultLimit} | 1 to ${maxLimit} items a page |

${code('sh', `curl -H "Authorization: Bearer $KEY" '${baseUrl}/v1/deals?page=2&limit=50'`)}

The answer has the items under the name of the list, and under \`count\` how many match in all:

${code('json', '{ "data": { "deals": [], "count": 0 } }')}

There are more pages while \`(page + 1) * limit < count\`. A page beyond the end is an empty list, with the count as it is.

Custom fields have the contract's other envelope, which tells itself whether there is a page after this one, and its number:

${code('json', '{ "count": 45, "data": [], "hasMore": true, "nextPage": 1 }')}

The order is total: where two items have the same instant or name, their id decides. While nothing is written, no item is
seen twice and none is missed. While something is written, items can move from one page to the next: whoever needs them
all sorts by what does not change (\`orderColumn=id&orderBy=asc\` for calls) or asks for a closed range of time.

A \`page\` or \`limit\` out of range is a 400 that names it, never a silent correction.
`;
}
