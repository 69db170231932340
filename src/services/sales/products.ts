import type { ClientBase } from 'pg';
import { readProducts } from '#src/db/reads/products.ts';
import { violatesUniqueKey } from '#src/db/violations.ts';
import { productWrites, shareLockProductOfName } from '#src/db/writes/products.ts';
import { countRows, lockAndCount } from '#src/db/writes/rows.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import {
  type CreateProductInput,
  maxProducts,
  type Product,
  type ProductListInput,
  type ProductPage,
  spelledOut,
  type UpdateProductInput,
} from '#src/domain/products/product.ts';
import { amountText } from '#src/lib/decimal.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { recordTimes, searchWords } from '../filters.ts';
import { requireBelow } from '../limits.ts';
import { requireNamed } from '../named-records.ts';
import { readPage } from '../pages.ts';
import { requireFittingChange, requireFittingDecimals } from './rules.ts';

/** A page of the workspace's products, by name. */
export function listProducts(context: CallerContext, input: ProductListInput): Promise<ProductPage> {
  const { db, principal } = context;
  return readPage(context, { list: 'products', input }, (query, { isArchived, search, ...times }) =>
    readProducts(db, {
      ...query,
      ...recordTimes(times, principal.timeZone),
      isArchived,
      searchWords: searchWords(search),
    }),
  );
}

export function createProduct({ db, principal }: CallerContext, input: CreateProductInput): Promise<Product> {
  const { workspaceId } = principal;
  const price = amountText(input.price);
  const write = db.write(async (client) => {
    requireFittingDecimals({ value: input.price, currency: input.currency }, 'price');
    const message = `A workspace can have at most ${maxProducts.toLocaleString('en')} products`;
    requireBelow(maxProducts, await lockAndCount(client, workspaceId, { table: 'Product' }), message);
    return productWrites.insert(client, workspaceId, { ...input, price });
  });
  return write.catch(nameTaken);
}

/** Updates the present fields; null clears the description. The deals of the product keep the name that they were made with. */
export function updateProduct(
  { db, principal }: CallerContext,
  { id, ...fields }: UpdateProductInput,
): Promise<Product> {
  const { workspaceId } = principal;
  const { price } = fields;
  const write = db.write(async (client) => {
    const before = await lockProduct(client, principal, id);
    const changes = changesOf(before, { ...fields, ...(price !== undefined && { price: amountText(price) }) });
    requireFittingChange({ ...before, value: before.price }, { ...fields, value: price }, 'price');
    return changes ? productWrites.update(client, [workspaceId, id], changes) : before;
  });
  return write.catch(nameTaken);
}

/** Deletes a product, or archives it if deals name it. Returns it as it is then, or was. */
export function deleteProduct({ db, principal }: CallerContext, { id }: ById): Promise<Product> {
  const { workspaceId } = principal;
  const key = [workspaceId, id] as const;
  return db.write(async (client) => {
    const product = await lockProduct(client, principal, id);
    const deals = { table: 'Deal', condition: '"productId" = $2', values: [id] };
    if ((await countRows(client, workspaceId, deals)) > 0) {
      return product.isArchived ? product : productWrites.update(client, key, { isArchived: true });
    }
    await productWrites.remove(client, key);
    return product;
  });
}

/** Until the transaction ends, no deal gets the product. */
async function lockProduct(client: ClientBase, { workspaceId }: Principal, id: number): Promise<Product> {
  const product = await productWrites.lock(client, id, { workspaceId, visible: undefined });
  if (!product) throw recordNotFound('id');
  return product;
}

function nameTaken(error: unknown): never {
  if (!violatesUniqueKey(error, 'Product_name_key')) throw error;
  throw fieldError('name', 'taken', 'Is the name of another product, which may be archived');
}

interface SoldProduct {
  readonly productId?: number | null | undefined;
  readonly productName?: string | null | undefined;
}

/**
 * The product of a deal as it is stored. A product gives the deal its name; a name alone links the product that has it, and no
 * product if none has it. An absent field stays absent.
 */
export async function soldProduct(
  client: ClientBase,
  principal: Principal,
  { productId, productName }: SoldProduct,
): Promise<SoldProduct> {
  if (typeof productId === 'number') {
    const named = { table: 'Product', id: productId, columns: ['name'] } as const;
    const product = await requireNamed<Pick<Product, 'name'>>(client, principal, named);
    if (productName === undefined) return { productId, productName: product.name };
    if (productName && spelledOut(productName).toLowerCase() === product.name.toLowerCase())
      return { productId, productName };
    throw fieldError('productName', 'conflict', `Must be the name of the product, ${product.name}, or be omitted`);
  }
  if (productId === null || productName === undefined) return { productId, productName };
  const name = productName === null ? '' : spelledOut(productName);
  const product = name === '' ? undefined : await shareLockProductOfName(client, principal.workspaceId, name);
  return { productId: product?.id ?? null, productName };
}
