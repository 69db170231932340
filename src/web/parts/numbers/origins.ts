/**
 * The filters by source and by product, which reports and the lists behind their numbers have alike. `productIds` is the variable
 * of a list whose records have one product each.
 */
export const originFilters = {
  sources: { kind: 'texts', label: 'Source', placeholder: 'Press Enter after each', variable: 'sources' },
  hasSource: {
    kind: 'yesNo',
    label: 'With a source',
    titles: { yes: 'With a source', no: 'Without a source' },
    variable: 'hasSource',
  },
  products: { kind: 'products', label: 'Product', variable: 'productIds' },
  hasProduct: {
    kind: 'yesNo',
    label: 'With a product',
    titles: { yes: 'With a product', no: 'Without a product' },
    variable: 'hasProduct',
  },
} as const;
