import { z } from 'zod';
import { boolean, id, namesChange, text, visibleName } from '#src/domain/input.ts';
import { pageOf, recordTimes } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { currency, price } from '#src/domain/sales/money.ts';

export const productRecord = {
  id: field.int('Product id.'),
  name: field.string('Name of the product, unique in the workspace regardless of case.'),
  description: field.string('Description of the product.').nullable(),
  price: field.decimal('Price of the product: decimal text in GraphQL, a number in `/v1`.'),
  currency: field.string('Currency as an ISO 4217 code.'),
  isArchived: field.boolean(
    'True if the product is archived: pages no longer offer it for new deals, which can still name it.',
  ),
  createdAt: field.dateTime('When the product was created.'),
  updatedAt: field.dateTime('When the product was last changed.'),
};
export interface Product extends RecordOf<typeof productRecord> {}

export type ProductPage = Page<'products', Product>;

/** The maximum per workspace, with archived ones. */
export const maxProducts = 1000;

export const productListInput = z.object({
  ...pageOf('Products'),
  search: text(200).optional().describe('Free text: each word must occur in the name or the description.'),
  isArchived: boolean().optional().describe('Only archived products, or only products that are not archived.'),
  ...recordTimes(),
});

export type ProductListInput = z.output<typeof productListInput>;

/** Names that look alike are one name: spaces at the ends, and more than one between words, do not count. */
export function spelledOut(name: string): string {
  return name.trim().replace(/\s+/g, ' ').normalize();
}

const name = visibleName(255)
  .overwrite(spelledOut)
  .describe('Name of the product, unique in the workspace regardless of case.');
const amount = price().describe(
  'Price of the product, at least 0, with at most 2 decimals, or 3 if its currency has 3: decimal text in GraphQL, a number in `/v1`.',
);
const currencyCode = currency().describe('Currency as an ISO 4217 code in capital letters.');
const description = text(2000).nullish().describe('Description of the product. Null for none.');

export const createProductInput = z.object({ name, description, price: amount, currency: currencyCode });

const productId = id().describe('Product id.');

export const updateProductInput = z
  .object({
    id: productId,
    name: name.optional(),
    description,
    price: amount.optional(),
    currency: currencyCode.optional(),
    isArchived: boolean()
      .optional()
      .describe('True archives the product: it is no longer offered for new deals. False offers it again.'),
  })
  .refine(...namesChange('id'));

export const deleteProductInput = z.object({ id: productId });

export type CreateProductInput = z.output<typeof createProductInput>;
export type UpdateProductInput = z.output<typeof updateProductInput>;
export type ProductFields = Omit<UpdateProductInput, 'id'>;
