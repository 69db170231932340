import { defaultLimit, maxLimit } from '#src/domain/input.ts';
import { example, programs } from './example.ts';
import { environment } from './literals.ts';
import { code, type DocsAddresses } from './page.ts';

export function pagination({ baseUrl }: DocsAddresses): string {
  return `Lists are paginated, except availability schedules, which are returned completely.

| Parameter | Default | Accepts |
|---|---|---|
| \`page\` | 0 | 0 or more: the first page is 0 |
| \`limit\` | ${defaultLimit} | 1 to ${maxLimit} items a page |
| \`cursor\` | none | \`start\`, or the \`nextCursor\` of the answer before; not together with \`page\` |

## Pages by number

${example({ url: `${baseUrl}/v1/deals?page=2&limit=50` })}

The response has the items under the name of the list, and the number of all matches under \`count\`:

${code('json', '{ "data": { "deals": [], "count": 0 } }')}

There are more pages while \`(page + 1) * limit < count\`. A page beyond the end is an empty list, with the same count.

Custom fields have another envelope, which says whether there is a next page, and its number:

${code('json', '{ "count": 45, "data": [], "hasMore": true, "nextPage": 1 }')}

The order is total: where two items have the same instant or name, their id decides. While nothing is written, no item appears
twice and none is missed. During writes, items move from one page to another. To read all of them, use a cursor.

A \`page\` or \`limit\` out of range is a 400 that names it; it is never corrected silently. So is a list filter that is given and
names nothing, such as \`userIds=\`. Parameters that the endpoint does not know are ignored, and named in the response header
\`Unknown-Parameters\`.

## A whole list by cursor

Begin with \`cursor=start\`. The answer has \`nextCursor\`, which is the \`cursor\` of the next request, and null at the end:

${code('json', '{ "data": { "deals": [], "count": 250, "nextCursor": "WzEsImRlYWxzIix7…" } }')}

${programs(allContacts(baseUrl))}

- Every response of a list, also of a page by number, has the address of what follows in its \`Link\` header
  (\`<…>; rel="next"\`, RFC 8288), unless it is the end: no other response is without it. In GraphQL, \`nextCursor\` is a field of every page.
- The cursor carries the filters and the order. Leave them out, or send the same again; others are a 400 that names them.
  A filter that is longer than 128 bytes must be sent with each page: the cursor has no room for it. \`limit\` may change.
- The \`Link\` header repeats the parameters. So that it fits where clients hold headers, the parameters of a list may have 8,000
  characters together, as they are encoded and without \`page\` and \`cursor\`. More are a 400 that names the longest parameter:
  split the values of a long filter over several requests of the list.
- \`count\` is that of the first page; custom fields are counted on each page, and so is every list that another member
  continues, or the same one in another role: it is the number of what the caller sees.
- A cursor belongs to its list and its workspace. It does not expire, except when the operator replaces the secret key of the server.
- The custom fields of all types (\`/v1/fields/objects/all\`) have no cursor: read each type at \`/v1/fields/objects\`.
- A page costs the same at any depth; in the order of \`dateTime\` or \`time\`, a little more for each item that has moved meanwhile.

## What a list by cursor guarantees while others write

| Order | An item that is there from beginning to end |
|---|---|
| \`id\` or \`createdAt\`, and every list without \`orderColumn\` but those below | comes exactly once |
| \`dateTime\` of calls, \`time\` of deals and transactions, which are also their default orders | comes exactly once, at the place that it had at the beginning, but with its present values |
| \`updatedAt\`, \`orderBy=asc\` | comes at least once; if it is changed meanwhile, it comes again as it is now |
| \`updatedAt\`, \`orderBy=desc\` | comes once, unless it is changed meanwhile: then it may be missed |
| the start of time off, the names of events, the places of custom fields | comes once, unless just that value is changed meanwhile: then it may be missed or come twice |

Items that are created meanwhile may come or not; deleted ones no longer come. The beginning is the request with \`cursor=start\`,
or the first one with a cursor from a page by number.

To keep a copy of contacts, calls, deals or transactions in step:

1. Note the time, and page through the list with \`orderColumn=id\`.
2. Later, note the time again, and page through it with \`orderColumn=updatedAt&orderBy=asc\` and with \`updatedFrom\` a minute before the
   time that you noted last. Store what comes by its id: an item may come again. Repeat this step.

A deleted item does not come, so page through the whole list again from time to time.
`;
}

/** A program that reads all contacts. */
function allContacts(baseUrl: string) {
  const path = `${baseUrl}/v1/contacts?orderColumn=id&limit=100`;
  return {
    sh: `NEXT='${path}&cursor=start'
while [ -n "$NEXT" ]; do
  curl -D headers.txt -o page.json -H "Authorization: Bearer $KEY" "$NEXT"
  NEXT=$(sed -n 's/^[Ll]ink: <\\(.*\\)>; rel="next".*/\\1/p' headers.txt)
done`,
    ts: `let cursor: string | null = 'start';
while (cursor !== null) {
  const response: Response = await fetch(\`${path}&cursor=\${cursor}\`, {
    headers: { Authorization: \`Bearer \${${environment}.KEY}\` },
  });
  if (!response.ok) throw new Error(await response.text());
  const { data } = (await response.json()) as { data: { contacts: { id: number }[]; nextCursor: string | null } };
  console.log(data.contacts.map(({ id }) => id));
  cursor = data.nextCursor;
}`,
    python: `import json, os, urllib.request

cursor = "start"
while cursor is not None:
    request = urllib.request.Request(
        f"${path}&cursor={cursor}",
        headers={"Authorization": f"Bearer {os.environ['KEY']}"},
    )
    with urllib.request.urlopen(request) as response:
        data = json.load(response)["data"]
    print([contact["id"] for contact in data["contacts"]])
    cursor = data["nextCursor"]`,
  };
}
