import { defaultLimit, maxLimit } from '#src/domain/input.ts';
import { code, type DocsAddresses } from './page.ts';

export function pagination({ baseUrl }: DocsAddresses): string {
  return `Lists are paginated, except availability schedules, which are returned completely.

| Parameter | Default | Accepts |
|---|---|---|
| \`page\` | 0 | 0 or more: the first page is 0 |
| \`limit\` | ${defaultLimit} | 1 to ${maxLimit} items a page |

${code('sh', `curl -H "Authorization: Bearer $KEY" '${baseUrl}/v1/deals?page=2&limit=50'`)}

The response has the items under the name of the list, and the number of all matches under \`count\`:

${code('json', '{ "data": { "deals": [], "count": 0 } }')}

There are more pages while \`(page + 1) * limit < count\`. A page beyond the end is an empty list, with the same count.

Custom fields have another envelope, which says whether there is a next page, and its number:

${code('json', '{ "count": 45, "data": [], "hasMore": true, "nextPage": 1 }')}

The order is total: where two items have the same instant or name, their id decides. While nothing is written, no item appears
twice and none is missed. During writes, items can move from one page to another: to read all of them, sort by a column
that does not change (\`orderColumn=id&orderBy=asc\` for calls) or request a time range in the past.

A \`page\` or \`limit\` out of range is a 400 that names it; it is never corrected silently.
`;
}
