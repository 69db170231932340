import type { ClientBase } from 'pg';
import type { Product, ProductFields } from '#src/domain/products/product.ts';
import type { RecordKey } from '../keys.ts';
import { products } from '../reads/products.ts';
import { recordWrites } from './record-writes.ts';

export const productWrites = recordWrites<Product, ProductFields>({ table: 'Product', reader: products });

interface NamedProduct {
  readonly id: number;
  readonly name: string;
}

/** Locks a product against deletion until the transaction ends. */
export async function shareLockProduct(client: ClientBase, key: RecordKey): Promise<NamedProduct | undefined> {
  const { rows } = await client.query<NamedProduct>(
    'SELECT "id", "name" FROM "Product" WHERE "workspaceId" = $1 AND "id" = $2 FOR KEY SHARE',
    [...key],
  );
  return rows[0];
}

/** Locks the product of this name, regardless of case. */
export async function shareLockProductOfName(
  client: ClientBase,
  workspaceId: number,
  name: string,
): Promise<NamedProduct | undefined> {
  const { rows } = await client.query<NamedProduct>(
    'SELECT "id", "name" FROM "Product" WHERE "workspaceId" = $1 AND lower("name") = lower($2) FOR KEY SHARE',
    [workspaceId, name],
  );
  return rows[0];
}
