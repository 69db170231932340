import { productOfRow } from '#src/db/reads/products.ts';
import { productRecord } from '#src/domain/products/product.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const ProductType = builder.prismaObject('Product', {
  findUnique: byId,
  description: 'A product: what the workspace sells.',
  fields: (t) => recordFields(t, productRecord),
});

export const ProductPageType = pageType('products', ProductType, {
  of: 'products',
  count: 'Total number of matching products.',
});

export const productTarget: RelationTarget<Parameters<typeof productOfRow>[0]> = {
  type: ProductType,
  record: 'Product',
  model: 'product',
  toRecord: productOfRow,
  orderBy: [{ name: 'asc' }, { id: 'asc' }],
};
