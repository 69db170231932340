import type { AnyVariables, TypedDocumentNode } from 'urql';
import { csvText } from '#src/lib/csv.ts';
import { client } from '../../app/client.ts';
import { type Problem, problemOf } from '../../app/problem.ts';
import type { Columns } from './columns.ts';
import { type PageWith, pageOf, takesVariable } from './page-of.ts';

/** The server gives no longer page. */
const pageSize = 100;
/** A file of more rows takes minutes to read; the API is made for that. */
export const maxRows = 10_000;

export interface CsvSource<Data, Variables, Row> {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: object;
  readonly of: (data: Data) => PageWith<Row> | null | undefined;
  readonly columns: Columns<Row>;
}

/** Reads the whole list, and returns it as CSV (RFC 4180), or what went wrong. */
export async function csvOf<Data, Variables extends AnyVariables, Row>(
  { document, variables, of, columns }: CsvSource<Data, Variables, Row>,
  onRead: (count: number) => void,
): Promise<{ readonly csv: string; readonly isCut: boolean } | Problem> {
  const written = Object.values(columns).filter(({ text }) => text);
  const lines = [written.map(({ title }) => title)];
  let cursor: string | null = 'start';
  while (cursor !== null && lines.length <= maxRows) {
    const read: object = { ...variables, cursor, ...(takesVariable(document, 'limit') && { limit: pageSize }) };
    const { data, error } = await client
      .query(document, read as Variables, { requestPolicy: 'network-only' })
      .toPromise();
    const page = data && of(data);
    if (error) return problemOf(error);
    if (!page) break;
    const { rows, nextCursor } = pageOf<Row>(page);
    lines.push(...rows.map((row) => written.map(({ text }) => text?.(row) ?? '')));
    onRead(lines.length - 1);
    cursor = nextCursor ?? null;
  }
  return { csv: csvText(lines), isCut: cursor !== null };
}

/** Gives the file to the browser. The mark at its start says that it is UTF-8, which Excel does not guess. */
export function download(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
