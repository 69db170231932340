/** What a root field of a list has: its records, or a page of them, which has one list. */
export type PageWith<Row> =
  | readonly Row[]
  | { readonly [name: string]: readonly Row[] | number | string | null | undefined };

interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly count: number | undefined;
  readonly nextCursor: string | null;
}

/** The rows of a page, and what it says of the others. */
export function pageOf<Row>(page: PageWith<Row>): PageOfRows<Row> {
  if (isList(page)) return { rows: page, count: page.length, nextCursor: null };
  const { count, nextCursor } = page as { readonly count?: number; readonly nextCursor?: string | null };
  return { rows: Object.values(page).find(isList<Row>) ?? [], count, nextCursor: nextCursor ?? null };
}

function isList<Row>(value: unknown): value is readonly Row[] {
  return Array.isArray(value);
}

interface AnyDocument {
  readonly definitions: readonly {
    readonly variableDefinitions?: readonly { readonly variable: { readonly name: { readonly value: string } } }[];
  }[];
}

/** Whether an operation has the variable. */
export function takesVariable(document: object, name: string): boolean {
  return (document as AnyDocument).definitions.some(({ variableDefinitions }) =>
    variableDefinitions?.some(({ variable }) => variable.name.value === name),
  );
}
