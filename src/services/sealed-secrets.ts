import { workspaceIds } from '#src/db/writes/rollup-maintenance.ts';
import { replaceSealed, type SealedColumn, sealedColumns } from '#src/db/writes/sealed-secrets.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { ServiceContext } from './context.ts';

export interface ResealedSecrets {
  /** How many were sealed with an earlier key, and are sealed with the first key now. */
  readonly resealed: number;
  /** How many are sealed with the first key. */
  readonly current: number;
  /** How many none of the keys opens. */
  readonly unreadable: number;
}

/**
 * Seals all that is sealed with the first key of the installation, each workspace in a transaction of its own, while the server
 * runs. What none of the keys opens stays as it is.
 */
export async function resealSecrets(
  { db }: Pick<ServiceContext, 'db'>,
  texts: Readonly<Record<SealedColumn['of'], SealedTexts>>,
): Promise<ResealedSecrets> {
  const total = { resealed: 0, current: 0, unreadable: 0 };
  for (const workspaceId of await workspaceIds(db.pool)) {
    const counts = await db.write(async (client) => {
      const ofWorkspace = { resealed: 0, current: 0, unreadable: 0 };
      for (const column of sealedColumns) {
        await replaceSealed(client, workspaceId, column, (sealed) => {
          const other = texts[column.of].sealAnew(sealed);
          const isReadable = other !== undefined || texts[column.of].open(sealed) !== undefined;
          ofWorkspace[other ? 'resealed' : isReadable ? 'current' : 'unreadable'] += 1;
          return other;
        });
      }
      return ofWorkspace;
    });
    for (const name of ['resealed', 'current', 'unreadable'] as const) total[name] += counts[name];
  }
  return total;
}
