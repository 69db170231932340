import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { DomainError } from '#src/domain/errors.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { goesBeyondRecords } from './beyond-records.ts';
import type { Noun } from './noun.ts';

interface Numbered {
  readonly id: number;
}

/** Where a root field is resolved. */
type Place = readonly [context: GraphQLContext, info: GraphQLResolveInfo];

/** A page of records, with the relations of each if the document asks for any: in one load for all of them. */
export async function pageWithRelations<Key extends string, Page extends Record<Key, readonly Numbered[]>>(
  page: Page,
  key: Key,
  noun: Noun,
  ...[context, info]: Place
): Promise<Page> {
  if (!goesBeyondRecords(info)) return page;
  return { ...page, [key]: await related(page[key], noun, [context, info], [key]) };
}

export async function listWithRelations<Node extends Numbered>(records: Node[], noun: Noun, ...place: Place) {
  return partWithRelations(records, [], noun, ...place);
}

/** Records at the end of a path below the field. */
export async function partWithRelations<Node extends Numbered>(
  records: Node[],
  path: string[],
  noun: Noun,
  ...place: Place
): Promise<Node[]> {
  return goesBeyondRecords(place[1]) ? related(records, noun, place, path) : records;
}

/** A record that is gone by the time its relations are loaded is one that is not there. */
export async function recordWithRelations<Node extends Numbered>(record: Node, noun: Noun, ...place: Place) {
  if (!goesBeyondRecords(place[1])) return record;
  const [found] = await related([record], noun, place, []);
  if (!found) throw new DomainError('NOT_FOUND');
  return found;
}

async function related<Node extends Numbered>(
  records: readonly Node[],
  { model, key = 'id' }: Noun,
  [context, info]: Place,
  path: string[],
): Promise<Node[]> {
  const query = queryFromInfo({ context, info, path });
  if (!query.include && !query.select) return [...records];
  const { workspaceId } = caller(context).principal;
  const rows = await delegate(context, model).findMany({
    ...query,
    where: { workspaceId, [key]: { in: records.map(({ id }) => id) } },
  });
  const rowsById = new Map(rows.map((row) => [row[key], row]));
  return records.flatMap((record) => {
    const row = rowsById.get(record.id);
    return row ? [{ ...row, ...record }] : [];
  });
}

interface Delegate {
  findMany(query: object): Promise<Record<string, unknown>[]>;
}

function delegate({ db }: GraphQLContext, model: Noun['model']): Delegate {
  return db.prisma[model] as unknown as Delegate;
}
