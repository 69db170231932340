import type { Principal } from '#src/domain/access/principal.ts';
import { seesWholeWorkspace } from '#src/domain/access/roles.ts';
import type { Visible } from './noun.ts';

/** Closers and setters see the rows that name them in one of these columns; owners and admins see all. */
export function ownRows<Column extends string>(...columns: readonly Column[]) {
  return ({ role, userId }: Principal): Visible<Record<Column, number | null>> | undefined => {
    if (seesWholeWorkspace(role)) return undefined;
    return {
      where: { OR: columns.map((column) => ({ [column]: userId })) },
      sees: (row) => columns.some((column) => row[column] === userId),
    };
  };
}
