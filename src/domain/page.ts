/** A page of a list, whose items are under the name of the list. */
export type Page<List extends string, Item> = { readonly [Name in List]: readonly Item[] } & {
  /** The number of matching items in the snapshot that the page was read from. */
  readonly count: number;
  readonly nextCursor: string | null;
};
