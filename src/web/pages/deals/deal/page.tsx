import { Button, Group, Menu, Progress, Space, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import {
  AddPaymentDocument,
  DealDocument,
  type DealRecordFragment,
  DeleteDealDocument,
  DeletePaymentDocument,
} from '../../../gql/deal.ts';
import { useActs } from '../../../kit/act.ts';
import { shortDayTimeText } from '../../../kit/days.ts';
import { ConfirmDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { useTitle } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { DangerItem, RowMenu } from '../../../kit/list/row-menu.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { RecordPanel, RecordSection, RecordSkeleton, useFocusAtFirst } from '../../../kit/record.tsx';
import { useTakeBack } from '../../../kit/take-back.ts';
import { ContactLink } from '../../../parts/contact-link.tsx';
import { memberName } from '../../../parts/members.ts';
import { moneyText } from '../../../parts/money.ts';
import { buyerName, dealTypeTitles, isPositive, openOf } from '../titles.ts';
import { EditDealDialog, PaymentDialog, PlanDialog, RefundDialog } from './dialogs.tsx';
import { leftOf, paymentsOf } from './plan.ts';

const route = getRouteApi('/deals/$id');

/** One deal, beside the list. */
export function DealPage() {
  const { id } = route.useParams();
  const query = useQuery({ query: DealDocument, variables: { id: Number(id) } });
  return (
    <RecordPanel name="deal" list="/deals">
      <QueryView query={query} skeleton={<RecordSkeleton />}>
        {({ deal }) => deal && <Deal key={deal.id} deal={deal} />}
      </QueryView>
    </RecordPanel>
  );
}

type Payment = NonNullable<DealRecordFragment['transactions']>[number];

function Deal({ deal }: { readonly deal: DealRecordFragment }) {
  const name = buyerName(deal);
  useTitle(`${name} – Deals`);
  const { timeZone } = useSession().user;
  const navigate = useNavigate();
  const dialogs = useDialogs<'edit' | 'payment' | 'plan' | 'delete', { readonly deal: DealRecordFragment }>();
  const refunds = useDialogs<'refund' | 'delete', { readonly deal: DealRecordFragment; readonly payment: Payment }>();
  const heading = useFocusAtFirst();
  const { act, problem } = useActs();
  const takeBack = useTakeBack();
  const { id, value, currency, paid, installments } = deal;
  const open = openOf(deal);
  const transactions = deal.transactions ?? [];
  const pay = () => dialogs.open('payment', { deal });
  const edit = () => dialogs.open('edit', { deal });
  const plan = () => dialogs.open('plan', { deal });
  useKeys([
    { key: 'p', title: 'Add a payment', act: pay },
    { key: 'l', title: 'Set the payment plan', act: plan },
    { key: 'e', title: 'Edit the deal', act: edit },
  ]);
  const remove = async (payment: Payment) => {
    const { id: paymentId, ...fields } = payment;
    // Its refunds would not follow a payment that is added anew.
    if (transactions.some(({ refundOf }) => refundOf === paymentId)) return refunds.open('delete', { deal, payment });
    if (!(await act(DeletePaymentDocument, { input: { id: paymentId } }))) return;
    const input = { ...fields, ...(fields.refundOf === null && { dealId: id }) };
    notifyDone(`${moneyText(payment.value, currency)} is deleted`, () => takeBack(AddPaymentDocument, { input }));
  };
  return (
    <>
      <Title order={2} size="h4" className="breaks" mb={4} ref={heading} tabIndex={-1}>
        <bdi>{name}</bdi>
      </Title>
      <Text size="xl" fw={500} mb="xs" className="number">
        {moneyText(value, currency)}
      </Text>
      {paid !== null && (
        <>
          <Progress value={percentOf(paid, value)} mb={6} aria-label="Paid" />
          <Text size="sm" c="dimmed" mb="md">
            {moneyText(paid, currency)} paid
            {open !== undefined && isPositive(open) && `, ${moneyText(open, currency)} open`}
            {installments !== null && `, ${paymentsOf(deal).length} of ${installments} payments`}
          </Text>
        </>
      )}
      <ProblemNote problem={problem} />
      <Group gap="xs" mb="lg">
        <Button onClick={pay}>Add a payment…</Button>
        <Button variant="default" onClick={plan}>
          {installments === null ? 'Set a plan…' : 'Change the plan…'}
        </Button>
        <Button variant="default" onClick={edit}>
          Edit…
        </Button>
        <Button variant="default" onClick={() => dialogs.open('delete', { deal })}>
          Delete…
        </Button>
      </Group>
      <Facts
        of={{
          Contact: deal.contact && <ContactLink contact={deal.contact} />,
          Product: deal.productName,
          Type: dealTypeTitles[deal.transactionType],
          Date: shortDayTimeText(deal.time, timeZone),
          Closer: deal.closerMember && memberName(deal.closerMember),
          Setter: deal.eventCall?.setter && memberName(deal.eventCall.setter),
        }}
      />
      <Space h="lg" />
      <RecordSection title="Payments and refunds">
        {transactions.length === 0 && (
          <Text size="sm" c="dimmed">
            No payments yet
          </Text>
        )}
        <ul className="deal-payments">
          {transactions.map((transaction) => {
            const left = leftOf(transaction, transactions);
            const text = moneyText(transaction.value, currency);
            return (
              <li key={transaction.id}>
                <div>
                  <Text size="sm" className="number">
                    {text} {transaction.refundOf !== null && 'refund'}
                  </Text>
                  <Text size="xs" c="dimmed" className="breaks">
                    <Moment at={transaction.time} /> · {transaction.description ?? transaction.source}
                  </Text>
                </div>
                <RowMenu name={text}>
                  {transaction.refundOf === null && isPositive(left) && (
                    <Menu.Item onClick={() => refunds.open('refund', { deal, payment: transaction })}>
                      Refund…
                    </Menu.Item>
                  )}
                  <DangerItem onClick={() => remove(transaction)}>Delete</DangerItem>
                </RowMenu>
              </li>
            );
          })}
        </ul>
      </RecordSection>
      <PaymentDialog {...dialogs.of('payment')} />
      <PlanDialog {...dialogs.of('plan')} />
      <RefundDialog {...refunds.of('refund')} />
      <EditDealDialog {...dialogs.of('edit')} deal={deal} />
      <ConfirmDialog
        {...refunds.of('delete')}
        title={({ payment }) => `Delete the payment of ${moneyText(payment.value, currency)}?`}
        action="Delete the payment"
        document={DeletePaymentDocument}
        variables={({ payment }) => ({ input: { id: payment.id } })}
        onDone={(_, { payment }) => notifyDone(`${moneyText(payment.value, currency)} is deleted`)}
      >
        {() => 'Its refunds stay, without the payment.'}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogs.of('delete')}
        title={() => `Delete the deal of ${name}?`}
        action="Delete the deal"
        document={DeleteDealDocument}
        variables={() => ({ input: { id } })}
        onDone={async () => {
          await navigate({ to: '/deals', search: true });
          notifyDone(`The deal of ${name} is deleted`);
        }}
      >
        {() => 'Its payments stay, without a deal.'}
      </ConfirmDialog>
    </>
  );
}

/** For a bar alone, where digits do not matter. */
function percentOf(paid: string, value: string): number {
  return Number(value) === 0 ? 100 : Math.max(0, Math.min(100, (Number(paid) / Number(value)) * 100));
}
