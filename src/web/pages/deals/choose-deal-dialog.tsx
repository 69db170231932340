import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { DealsToChooseDocument, type PaymentRowFragment } from '../../gql/payments.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { Moment } from '../../kit/moment.tsx';
import { moneyText } from '../../parts/money.ts';
import { buyerName } from './titles.ts';

interface ChooseDealDialogProps extends DialogAbout<PaymentRowFragment> {
  readonly onChosen: (payment: PaymentRowFragment, dealId: number, name: string) => void;
}

/** Assigns a payment to a deal in its currency that is not proposed. */
export function ChooseDealDialog({ about, onChosen, ...dialog }: ChooseDealDialogProps) {
  return (
    <Modal {...dialog} title={about ? `The deal of ${moneyText(about.value, about.currency)}` : ''} size="lg">
      {about && <Choices key={about.id} payment={about} onChosen={onChosen} />}
    </Modal>
  );
}

const searchAfterMs = 250;

interface ChoicesProps extends Pick<ChooseDealDialogProps, 'onChosen'> {
  readonly payment: PaymentRowFragment;
}

function Choices({ payment, onChosen }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), searchAfterMs);
  const { currency } = payment;
  const query = useQuery({ query: DealsToChooseDocument, variables: { currency, search: sought || undefined } });
  return (
    <Stack gap="sm">
      <TextInput
        label={`Deals in ${currency}`}
        placeholder="Product, name, email or phone"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      <QueryView query={query}>
        {({ deals }) =>
          deals?.deals.length === 0 ? (
            <Text c="dimmed">No deal in {currency} is found.</Text>
          ) : (
            <ul className="deal-choices">
              {deals?.deals.map((deal) => (
                <li key={deal.id}>
                  <UnstyledButton onClick={() => onChosen(payment, deal.id, buyerName(deal))}>
                    <bdi>{buyerName(deal)}</bdi> · {moneyText(deal.value, currency)}
                    <Text size="xs" c="dimmed">
                      {deal.productName !== null && (
                        <>
                          <bdi>{deal.productName}</bdi> ·{' '}
                        </>
                      )}
                      <Moment at={deal.time} />
                    </Text>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Stack>
  );
}
