import type { Database } from '#src/db/database.ts';
import { type Product, type ProductPage, productRecord } from '#src/domain/products/product.ts';
import { containing, equal, type Read, type SearchQuery, type TimeQuery, timeConditions } from './list.ts';
import { type PrismaAmount, textOfAmount } from './prisma-amount.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

interface ProductQuery extends SearchQuery, Omit<TimeQuery, 'orderColumn' | 'orderBy'> {
  readonly isArchived?: boolean;
}

export const products = recordReader<Product>(columnsOfRecord('r', productRecord));

/** A product from Prisma, which returns the price as an object. */
export function productOfRow({ price }: { readonly price: PrismaAmount }) {
  return { price: textOfAmount(price) };
}

/** Lists products by name. */
export async function readProducts(db: Database, query: ProductQuery): Promise<Read<ProductPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'products.list',
    from: '"Product"',
    reader: products,
    sort: { column: 'name', type: 'text', direction: 'asc' },
    cost: 'row',
    conditions: (values) => [
      ...equal('r."isArchived"', 'bool', values, query.isArchived),
      ...timeConditions('r', values, query),
      ...containing(`lower(r."name" || E'\\n' || coalesce(r."description", ''))`, values, query.searchWords),
    ],
  });
  return { products: records, ...page };
}
