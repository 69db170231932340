import { LRUCache } from 'lru-cache';

/** The condition on the record that is asked for; it comes first, and Prisma puts alternatives into brackets of their own. */
const rootCondition = /WHERE \(?"t0"\."workspaceId" = (\$\d+)(?! OR |\d)/;
const workspaceCondition = /FROM "public"\."Workspace" AS "t0" .*WHERE \(?"t0"\."id" = (\$\d+)(?! OR |\d)/s;

/** How Prisma joins a related table, by `workspaceId` and mostly by another column, and how it joins one to sort by. */
const join = /"\w+"\."(?:workspaceId|id)" = "(t\d+)"\."workspaceId"/g;
const sortingJoin = /\("(orderby_\d+)"\."workspaceId","\w+"\."\w+"\) = \("\w+"\."workspaceId","\w+"\."\w+"\)/g;

const knownTexts = new LRUCache<string, string>({ max: 1000 });

/**
 * Says in each join of a statement of Prisma which workspace the related rows belong to. It follows from the workspace of the
 * record, but a distributed PostgreSQL does not conclude it through an outer join, and would ask every shard.
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
