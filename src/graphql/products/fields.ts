import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createProductInput,
  deleteProductInput,
  productListInput,
  updateProductInput,
} from '#src/domain/products/product.ts';
import { createProduct, deleteProduct, listProducts, updateProduct } from '#src/services/sales/products.ts';
import { mutation, query, recordById } from '../root-fields.ts';
import { ProductPageType, ProductType, productTarget } from './types.ts';

const { read, write } = recordPolicies.Product;
const types = { price: 'Decimal' } as const;
const wire = { price: { type: 'number' } } as const;

query('products', {
  type: ProductPageType,
  description: 'Products, paginated, by name. Every member sees all products of the workspace.',
  access: read,
  input: productListInput,
  rest: { method: 'GET', path: '/products', wire },
  read: listProducts,
});

recordById('product', productTarget, {
  description: 'One product by id. NOT_FOUND if it does not exist.',
  rest: { path: '/products/detail', wire },
});

mutation('createProduct', {
  type: ProductType,
  description:
    'Creates a product. Its name must be unique in the workspace, regardless of case. A workspace can have at most 1,000 products. Existing deals with its name do not change.',
  access: write,
  input: { schema: createProductInput, description: 'A new product.', types, argument: 'The product.' },
  rest: { method: 'POST', path: '/products', status: 201, idempotent: true, wire },
  perform: createProduct,
});

mutation('updateProduct', {
  type: ProductType,
  description:
    'Changes, archives or restores a product. Its deals keep their `productName`. If nothing differs, `updatedAt` does not change. NOT_FOUND if it does not exist.',
  access: write,
  input: {
    schema: updateProductInput,
    description: 'Changes to a product. Omitted fields stay as they are.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/products', notFound: 'NOT_FOUND', wire },
  perform: updateProduct,
});

mutation('deleteProduct', {
  type: ProductType,
  description:
    'Deletes a product, and returns its last state. If deals name it, it is archived instead: the response then has `isArchived` true, and the product stays. NOT_FOUND if it does not exist.',
  access: write,
  input: { schema: deleteProductInput, description: 'The product to delete.', argument: 'The product.' },
  rest: { method: 'DELETE', path: '/products', notFound: 'NOT_FOUND', wire },
  perform: deleteProduct,
});
