import { boolean, filterList, idList, text } from '#src/domain/input.ts';

/** How the source and the product of records follow from other records, as a sentence for people. */
interface Origins {
  readonly records: string;
  readonly source: string;
  readonly product: string;
}

/**
 * Filters of reports, and of the lists behind their numbers, by where records come from and by what is sold. The groups source and
 * product have the same values, so that each group opens as a list: also that of the records without one.
 */
export const originFilters = ({ records, source, product }: Origins) => ({
  sources: filterList(text(500))
    .optional()
    .describe(`Only ${records} from one of these sources, in the same case. ${source}`),
  hasSource: boolean().optional().describe(`Only ${records} with a source, or only those without one.`),
  productIds: idList().optional().describe(`Only ${records} of these products, by product id. ${product}`.trim()),
  hasProduct: boolean().optional().describe(`Only ${records} with a product, or only those without one.`),
});
