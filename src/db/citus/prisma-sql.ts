import { LRUCache } from 'lru-cache';

/** The condition on the requested record. It comes first, and Prisma puts alternatives into their own parentheses. */
const rootCondition = /WHERE \(?"t0"\."workspaceId" = (\$\d+)(?! OR |\d)/;
const workspaceCondition = /FROM "public"\."Workspace" AS "t0" .*WHERE \(?"t0"\."id" = (\$\d+)(?! OR |\d)/s;

/** Prisma's join of a related table, by `workspaceId` and mostly one more column, and its join of a table to sort by. */
const join = /"\w+"\."(?:workspaceId|id)" = "(t\d+)"\."workspaceId"/g;
const sortingJoin = /\("(orderby_\d+)"\."workspaceId","\w+"\."\w+"\) = \("\w+"\."workspaceId","\w+"\."\w+"\)/g;

const knownTexts = new LRUCache<string, string>({ max: 1000 });

/**
 * Adds the workspace of the related rows to each join of a Prisma statement. It equals the workspace of the root record, but
 * Citus does not infer this through an outer join, and would query every shard.
 */
export function inOneWorkspace(text: string): string {
  if (!text.includes(' JOIN ')) return text;
  const known = knownTexts.get(text);
  if (known !== undefined) return known;
  const [, value] = rootCondition.exec(text) ?? workspaceCondition.exec(text) ?? [];
  const completed = value === undefined ? text : withWorkspace(text, value);
  knownTexts.set(text, completed);
  return completed;
}

function withWorkspace(text: string, value: string): string {
  return text
    .replace(join, (condition, table) => `${condition} AND "${table}"."workspaceId" = ${value}`)
    .replace(sortingJoin, (condition, table) => `${condition} AND "${table}"."workspaceId" = ${value}`);
}
