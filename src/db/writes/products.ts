import type { ClientBase } from 'pg';
import type { Product, ProductFields } from '#src/domain/products/product.ts';
import { products } from '../reads/products.ts';
import { recordWrites } from './record-writes.ts';

export const productWrites = recordWrites<Product, ProductFields>({ table: 'Product', reader: products });

/** Locks the product of this name, regardless of case, against deletion until the transaction ends. */
export async function shareLockProductOfName(
  client: ClientBase,
  workspaceId: number,
  name: string,
): Promise<Pick<Product, 'id'> | undefined> {
  const { rows } = await client.query<Pick<Product, 'id'>>(
    'SELECT "id" FROM "Product" WHERE "workspaceId" = $1 AND lower("name") = lower($2) FOR KEY SHARE',
    [workspaceId, name],
  );
  return rows[0];
}
