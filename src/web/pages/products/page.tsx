import { Badge, Button, Menu } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type ProductRowFragment,
  ProductsDocument,
  type ProductsQueryVariables,
  UpdateProductDocument,
} from '../../gql/products.ts';
import { useAct } from '../../kit/act.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader } from '../../kit/layout.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { moneyText } from '../../parts/money.ts';
import { DeleteProductDialog, EditProductDialog, NewProductDialog } from './dialogs.tsx';

const columns: Columns<ProductRowFragment> = {
  name: {
    title: 'Product',
    text: ({ name }) => name,
    isName: true,
    below: ({ isArchived }) =>
      isArchived && (
        <Badge size="sm" color="gray" ml="xs">
          Archived
        </Badge>
      ),
  },
  price: { title: 'Price', text: ({ price, currency }) => moneyText(price, currency), width: '10rem' },
  description: { title: 'Description', text: ({ description }) => description, width: '45%', rank: 2 },
};

const filters = filtersFor<ProductsQueryVariables>()({
  search: { kind: 'search', label: 'Search products', placeholder: 'Name or description', variable: 'search' },
});

const route = getRouteApi('/settings/products');

/** What the workspace sells. */
export function ProductsPage() {
  const view = useFilteredView(filters, searchOf(filters, route.useSearch()));
  const [products, setProducts] = useState<readonly ProductRowFragment[]>([]);
  const adding = useDialogs<'new', { readonly currency: string }>();
  const dialogs = useDialogs<'edit' | 'delete', ProductRowFragment>();
  const { act, problem } = useAct(UpdateProductDocument);
  const add = () => adding.open('new', { currency: products[0]?.currency ?? 'USD' });
  useKeys([{ key: 'n', title: 'New product', act: add }]);
  const archive = async ({ id, name }: ProductRowFragment, isArchived: boolean) => {
    const data = await act({ input: { id, isArchived } });
    if (data) notifyDone(`“${name}” is ${isArchived ? 'archived' : 'offered again'}`);
  };
  return (
    <>
      <PageHeader
        title="Products"
        summary="What you sell. A deal names its product, and keeps the name and the value that it was made with."
        actions={
          <Button leftSection={<PlusIcon />} onClick={add}>
            New product
          </Button>
        }
      />
      <ListFilters view={view} />
      <ProblemNote problem={problem} />
      <List
        noun="product"
        document={ProductsDocument}
        of={({ products }) => products}
        columns={columns}
        view={view}
        nameOf={({ name }) => name}
        onRead={setProducts}
        isMuted={({ isArchived }) => isArchived}
        menu={(product) => (
          <>
            <Menu.Item onClick={() => dialogs.open('edit', product)}>Edit…</Menu.Item>
            <Menu.Item onClick={() => archive(product, !product.isArchived)}>
              {product.isArchived ? 'Offer again' : 'Archive'}
            </Menu.Item>
            <DangerItem onClick={() => dialogs.open('delete', product)}>Delete…</DangerItem>
          </>
        )}
        empty={{
          title: 'No products yet',
          text: 'Add what you sell, so that deals name it the same way.',
          action: <Button onClick={add}>New product</Button>,
        }}
      />
      <NewProductDialog {...adding.of('new')} />
      <EditProductDialog {...dialogs.of('edit')} />
      <DeleteProductDialog {...dialogs.of('delete')} />
    </>
  );
}
