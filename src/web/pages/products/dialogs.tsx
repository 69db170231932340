import { Group, Text, Textarea, TextInput } from '@mantine/core';
import type { FormRulesRecord, UseFormReturnType } from '@mantine/form';
import {
  CreateProductDocument,
  DeleteProductDocument,
  type ProductRowFragment,
  UpdateProductDocument,
} from '../../gql/products.ts';
import { ActDialog, ConfirmDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { CurrencySelect } from '../../parts/currency-select.tsx';
import { amountProblem, amountToEdit, typedAmount } from '../../parts/money.ts';

interface Values extends Record<string, unknown> {
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly currency: string;
}

const validate: FormRulesRecord<Values> = {
  name: (name) => (name.trim() === '' ? 'Enter a name' : null),
  price: (price, { currency }) => amountProblem(price, currency),
};

/** What the server gets: decimals behind a point, and null for no description. */
function inputOf({ name, description, price, currency }: Values) {
  const text = description.trim() === '' ? null : description;
  return { name: name.trim(), description: text, price: typedAmount(price, currency) ?? price, currency };
}

function ProductFields({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput label="Name" maxLength={255} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <Group align="flex-start" grow>
        <TextInput label="Price" inputMode="decimal" autoComplete="off" {...form.getInputProps('price')} />
        <CurrencySelect {...form.getInputProps('currency')} />
      </Group>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </>
  );
}

/** `about` is the currency in which the last product is priced. */
export function NewProductDialog(dialog: DialogAbout<{ readonly currency: string }>) {
  return (
    <ActDialog
      {...dialog}
      title={() => 'New product'}
      action="Create product"
      document={CreateProductDocument}
      draft={() => 'new-product'}
      initialValues={({ currency }): Values => ({ name: '', description: '', price: '', currency })}
      validate={validate}
      variables={(values) => ({ input: inputOf(values) })}
      onDone={({ createProduct }) => createProduct && notifyDone(`“${createProduct.name}” is created`)}
    >
      {(form) => <ProductFields form={form} />}
    </ActDialog>
  );
}

export function EditProductDialog(dialog: DialogAbout<ProductRowFragment>) {
  return (
    <ActDialog
      {...dialog}
      title={({ name }) => `Edit “${name}”`}
      action="Save"
      document={UpdateProductDocument}
      draft={({ id }) => `product:${id}`}
      initialValues={({ name, description, price, currency }): Values => ({
        name,
        description: description ?? '',
        price: amountToEdit(price, currency),
        currency,
      })}
      validate={validate}
      variables={(values, { id }) => ({ input: { id, ...inputOf(values) } })}
      onDone={() => notifyDone('Saved')}
    >
      {(form) => (
        <>
          <ProductFields form={form} />
          <Text size="sm" c="dimmed">
            Deals keep the name and the value that they were made with.
          </Text>
        </>
      )}
    </ActDialog>
  );
}

export function DeleteProductDialog(dialog: DialogAbout<ProductRowFragment>) {
  return (
    <ConfirmDialog
      {...dialog}
      title={({ name }) => `Delete “${name}”?`}
      action="Delete the product"
      document={DeleteProductDocument}
      variables={({ id }) => ({ input: { id } })}
      onDone={({ deleteProduct }, { name, isArchived }) =>
        notifyDone(
          deleteProduct?.isArchived && !isArchived ? `“${name}” has deals and is archived` : `“${name}” is deleted`,
        )
      }
    >
      {() => <Text size="sm">A product that deals name is archived, and stays with them.</Text>}
    </ConfirmDialog>
  );
}
