import { Badge, Button, Menu, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { AssignPaymentDocument, type PaymentRowFragment, PaymentsWithoutDealDocument } from '../../gql/payments.ts';
import { useAct } from '../../kit/act.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { KeyHint } from '../../kit/key-hint.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { moneyText } from '../../parts/money.ts';
import { ChooseDealDialog } from './choose-deal-dialog.tsx';

const reasonTitles: Readonly<Record<'CONTACT' | 'EMAIL' | 'PHONE' | 'AMOUNT' | 'NAME', string>> = {
  CONTACT: 'Contact',
  EMAIL: 'Email',
  PHONE: 'Phone',
  AMOUNT: 'Amount',
  NAME: 'Name',
};

const payerOf = ({ name, email, phoneNumber }: PaymentRowFragment) => name ?? email ?? phoneNumber ?? 'Unknown payer';

/** The payments that belong to no deal, each with the deals to which it may belong. */
export function Payments() {
  const { act, problem } = useAct(AssignPaymentDocument);
  const dialogs = useDialogs<'choose', PaymentRowFragment>();
  /** Payments that were assigned or skipped on this visit, each with whether it was skipped. */
  const [gone, setGone] = useState<ReadonlyMap<number, boolean>>(new Map());
  const useShown = useCallback(
    (rows: readonly PaymentRowFragment[] = []) => rows.filter(({ id }) => !gone.has(id)),
    [gone],
  );
  const bring = (id: number) => setGone((before) => new Map([...before].filter(([each]) => each !== id)));
  const take = (id: number, isSkipped: boolean) => {
    focusAfter(id);
    setGone((before) => new Map(before).set(id, isSkipped));
  };
  const assign = async (payment: PaymentRowFragment, dealId: number, name: string) => {
    const { id, contactId } = payment;
    // It is gone at once, and comes back where the server refuses.
    take(id, false);
    if (!(await act({ input: { id, dealId } }))) return bring(id);
    notifyDone(`${moneyText(payment.value, payment.currency)} belongs to the deal of ${name}`, async () => {
      if (await act({ input: { id, dealId: null, contactId } })) bring(id);
    });
  };
  const accept = (payment: PaymentRowFragment) => {
    const [best] = payment.proposals ?? [];
    if (best) void assign(payment, best.dealId, best.contactName ?? 'an erased contact');
  };
  const skip = (payment: PaymentRowFragment) => {
    take(payment.id, true);
    notifyDone(`${payerOf(payment)} is skipped`, () => bring(payment.id));
  };
  const columns: Columns<PaymentRowFragment> = {
    payer: {
      title: 'Payer',
      isName: true,
      text: payerOf,
      link: ({ proposals }) => {
        const [best] = proposals ?? [];
        const search = (before: object) => before;
        return best ? { to: '/deals/$id', params: { id: String(best.dealId) }, search } : { to: '/deals', search };
      },
      hint: ({ name, email, phoneNumber }) => (name === null ? undefined : (email ?? phoneNumber)),
    },
    value: {
      title: 'Amount',
      text: ({ value, currency }) => moneyText(value, currency),
      hint: ({ source, description }) => description ?? source,
      width: '11rem',
    },
    time: { title: 'Paid', text: ({ time }) => time, cell: ({ time }) => <Moment at={time} />, width: '7rem', rank: 2 },
    proposal: {
      title: 'Proposed deal',
      width: '42%',
      cell: (payment) => <Proposals payment={payment} onAssign={assign} />,
    },
  };
  return (
    <>
      <ProblemNote problem={problem} />
      <List
        noun="payment"
        label="Payments without a deal"
        document={PaymentsWithoutDealDocument}
        variables={{}}
        of={({ transactions }) => transactions}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={payerOf}
        useRows={useShown}
        keys={[
          { key: 'a', title: 'Accept the first proposal', act: accept },
          { key: 's', title: 'Skip the payment', act: skip },
          { key: 'c', title: 'Choose the deal', act: (payment) => dialogs.open('choose', payment) },
        ]}
        menu={(payment) => (
          <>
            <Menu.Item onClick={() => dialogs.open('choose', payment)} rightSection={<KeyHint of="C" />}>
              Choose the deal…
            </Menu.Item>
            <Menu.Item onClick={() => skip(payment)} rightSection={<KeyHint of="S" />}>
              Skip
            </Menu.Item>
          </>
        )}
        empty={[...gone.values()].includes(true) ? noneLeft : noneWithoutDeal}
      />
      <ChooseDealDialog
        {...dialogs.of('choose')}
        onChosen={(payment, dealId, name) => {
          dialogs.close();
          void assign(payment, dealId, name);
        }}
      />
    </>
  );
}

const noneWithoutDeal = {
  title: 'Every payment has a deal',
  text: 'Payments that arrive without a deal are listed here, with the deals to which they may belong.',
};
const noneLeft = {
  title: 'No payment is left here',
  text: 'Those that you skipped are here again when you come back to this view.',
};

/** Leads to the next row before this one is gone; to the one before where it is the last. */
function focusAfter(id: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('.row-link')];
  const at = links.findIndex(({ dataset }) => dataset.id === String(id));
  (links[at + 1] ?? links[at - 1])?.focus();
}

interface ProposalsProps {
  readonly payment: PaymentRowFragment;
  readonly onAssign: (payment: PaymentRowFragment, dealId: number, name: string) => void;
}

function Proposals({ payment, onAssign }: ProposalsProps) {
  const { proposals } = payment;
  if (!proposals || proposals.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No deal fits
      </Text>
    );
  return proposals.map(({ dealId, reasons, contactName, productName, value, currency }, index) => {
    const name = contactName ?? 'an erased contact';
    return (
      <div key={dealId} className="payment-proposal">
        <Button
          size="compact-sm"
          variant={index === 0 ? 'light' : 'subtle'}
          aria-label={`Accept the deal of ${name}, ${moneyText(value, currency)}`}
          rightSection={index === 0 && <KeyHint of="A" />}
          onClick={() => onAssign(payment, dealId, name)}
        >
          {name} · {moneyText(value, currency)}
        </Button>
        {productName !== null && (
          <Text size="sm" c="dimmed" span>
            <bdi>{productName}</bdi>
          </Text>
        )}
        {reasons.map((reason) => (
          <Badge key={reason} size="sm" color="gray">
            {reasonTitles[reason]}
          </Badge>
        ))}
      </div>
    );
  });
}
