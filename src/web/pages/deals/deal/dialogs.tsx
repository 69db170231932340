import { Group, Modal, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import {
  AddPaymentDocument,
  DealDocument,
  type DealRecordFragment,
  DeletePaymentDocument,
  UpdateDealDocument,
} from '../../../gql/deal.ts';
import { dayOf, instantAt } from '../../../kit/days.ts';
import { ActDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { now } from '../../../kit/now.ts';
import { optionsOf } from '../../../kit/options.ts';
import { useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { useTakeBack } from '../../../kit/take-back.ts';
import { CurrencySelect } from '../../../parts/currency-select.tsx';
import { amountProblem, amountToEdit, moneyText, typedAmount } from '../../../parts/money.ts';
import { dealTypeTitles } from '../titles.ts';
import { leftOf, nextPayment, paymentsOf } from './plan.ts';

interface AboutDeal {
  readonly deal: DealRecordFragment;
}

/** Records money that was received: the next installment, or what is open. */
export function PaymentDialog(dialog: DialogAbout<AboutDeal>) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  const takeBack = useTakeBack();
  const currency = dialog.about?.deal.currency ?? 'USD';
  return (
    <ActDialog
      {...dialog}
      title={() => 'Add a payment'}
      action="Add the payment"
      document={AddPaymentDocument}
      initialValues={({ deal }) => {
        const next = nextPayment(deal);
        return { value: next === undefined ? '' : amountToEdit(next, deal.currency), day: today, description: '' };
      }}
      validate={{
        value: (value: string) => amountProblem(value, currency),
        day: (day: string) => (day === '' ? 'Enter the day of the payment' : null),
      }}
      variables={({ value, day, description }, { deal }) => ({
        input: {
          dealId: deal.id,
          currency: deal.currency,
          value: typedAmount(value, deal.currency) ?? value,
          description: description.trim() || null,
          // Noon is within the day in every zone that the viewer may have set meanwhile.
          ...(day !== today && { time: new Date(instantAt(`${day}T12:00`, timeZone)).toISOString() }),
        },
      })}
      onDone={({ createTransaction: added }) => {
        if (!added) return;
        notifyDone(`${moneyText(added.value, added.currency)} is added`, () =>
          takeBack(DeletePaymentDocument, { input: { id: added.id } }),
        );
      }}
    >
      {(form, { deal }) => (
        <>
          <Group align="flex-start" grow>
            <TextInput
              label={`Amount in ${deal.currency}`}
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('value')}
            />
            <TextInput label="Paid on" type="date" max={today} {...form.getInputProps('day')} />
          </Group>
          <TextInput label="Description" maxLength={2000} autoComplete="off" {...form.getInputProps('description')} />
        </>
      )}
    </ActDialog>
  );
}

/** Returns a payment, in full or in part. */
export function RefundDialog(
  dialog: DialogAbout<AboutDeal & { readonly payment: NonNullable<DealRecordFragment['transactions']>[number] }>,
) {
  const takeBack = useTakeBack();
  const currency = dialog.about?.deal.currency ?? 'USD';
  return (
    <ActDialog
      {...dialog}
      title={({ payment }) => `Refund of ${moneyText(payment.value, payment.currency)}`}
      action="Add the refund"
      document={AddPaymentDocument}
      initialValues={({ deal, payment }) => ({
        value: amountToEdit(leftOf(payment, deal.transactions ?? []), deal.currency),
        description: '',
      })}
      validate={{ value: (value: string) => amountProblem(value, currency) }}
      variables={({ value, description }, { payment }) => ({
        input: {
          refundOf: payment.id,
          currency: payment.currency,
          value: `-${typedAmount(value, payment.currency) ?? value}`,
          description: description.trim() || null,
        },
      })}
      onDone={({ createTransaction: added }) => {
        if (!added) return;
        const text = moneyText(added.value.slice(1), added.currency);
        notifyDone(`${text} is refunded`, () => takeBack(DeletePaymentDocument, { input: { id: added.id } }));
      }}
    >
      {(form, { deal, payment }) => (
        <>
          <TextInput
            label={`Amount in ${payment.currency}`}
            description={`At most ${moneyText(leftOf(payment, deal.transactions ?? []), payment.currency)}`}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('value')}
          />
          <TextInput label="Reason" maxLength={2000} autoComplete="off" {...form.getInputProps('description')} />
          <Text size="sm" c="dimmed">
            This records the refund. The money is returned where it was paid.
          </Text>
        </>
      )}
    </ActDialog>
  );
}

const maxInstallments = 120;

/** Sets how many payments were agreed. */
export function PlanDialog(dialog: DialogAbout<AboutDeal>) {
  const takeBack = useTakeBack();
  return (
    <ActDialog
      {...dialog}
      title={() => 'Payment plan'}
      action="Save the plan"
      document={UpdateDealDocument}
      initialValues={({ deal }) => ({ installments: String(deal.installments ?? '') })}
      validate={{
        installments: (text: string | number) =>
          String(text) === '' || (Number(text) >= 2 && Number(text) <= maxInstallments)
            ? null
            : `Enter a number from 2 to ${maxInstallments}, or nothing for no plan`,
      }}
      variables={({ installments }, { deal: { id } }) => ({
        input: { id, installments: String(installments) === '' ? null : Number(installments) },
      })}
      onDone={({ updateDeal }, { deal: { id, installments } }) => {
        const count = updateDeal?.installments;
        notifyDone(count == null ? 'The deal has no plan' : `The plan has ${count} payments`, () =>
          takeBack(UpdateDealDocument, { input: { id, installments } }),
        );
      }}
    >
      {(form, { deal }) => (
        <NumberInput
          label="Number of payments"
          description={`${paymentsOf(deal).length} made so far. Leave it empty for no plan.`}
          min={2}
          max={maxInstallments}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          data-autofocus
          {...form.getInputProps('installments')}
        />
      )}
    </ActDialog>
  );
}

interface EditDealDialogProps extends DialogAbout<unknown> {
  /** As it is stored now: others may change it while the dialog is open. */
  readonly deal: DealRecordFragment;
}

/** Changes a deal. Only what was changed is sent, so that changes of others stay. */
export function EditDealDialog({ about, deal, ...dialog }: EditDealDialogProps) {
  return (
    <Modal {...dialog} title="Edit the deal">
      {about !== undefined && <EditDeal deal={deal} onClose={dialog.onClose} />}
    </Modal>
  );
}

type Values = Record<'value' | 'currency' | 'transactionType' | 'productName', string>;

const types = optionsOf(dealTypeTitles);

function EditDeal({ deal, onClose }: { readonly deal: DealRecordFragment; readonly onClose: () => void }) {
  const { field, frame } = useRecordForm({
    name: `deal:${deal.id}`,
    stored: deal,
    valuesOf,
    inputOf,
    validate: { value: (value: string, { currency }: { currency: string }) => amountProblem(value, currency) },
    read: DealDocument,
    readVariables: { id: deal.id },
    readRecord: (data) => data.deal,
    save: UpdateDealDocument,
    saveVariables: (changes, { id }) => ({ input: { id, ...changes } }),
    savedRecord: (data) => data.updateDeal,
    onSaved: onClose,
  });
  const hasPayments = (deal.transactions ?? []).length > 0;
  return (
    <RecordFormFrame frame={frame}>
      <Group align="flex-start" grow>
        <TextInput label="Value" inputMode="decimal" autoComplete="off" data-autofocus {...field('value')} />
        <CurrencySelect
          disabled={hasPayments}
          description={hasPayments ? 'That of its payments' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('currency')}
        />
      </Group>
      <NativeSelect label="Type" data={types} {...field('transactionType')} />
      <TextInput label="Product" maxLength={255} autoComplete="off" {...field('productName')} />
    </RecordFormFrame>
  );
}

function valuesOf({ value, currency, transactionType, productName }: DealRecordFragment): Values {
  return { value: amountToEdit(value, currency), currency, transactionType, productName: productName ?? '' };
}

function inputOf({ value, currency, transactionType, productName }: Values) {
  return {
    value: typedAmount(value, currency) ?? value,
    currency,
    transactionType: transactionType as DealRecordFragment['transactionType'],
    productName: productName.trim() || null,
  };
}
