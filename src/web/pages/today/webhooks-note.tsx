import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { TodayWebhooksDocument } from '../../gql/today.ts';
import { countOf } from '../../kit/counts.ts';
import { WarningIcon } from '../../kit/icons.tsx';

/** Says that webhooks are paused or failing, where some are. Calendars have a banner on every page. */
export function WebhooksNote() {
  const [{ data }] = useQuery({ query: TodayWebhooksDocument });
  const webhooks = data?.webhooks?.webhooks ?? [];
  const paused = webhooks.filter(({ status }) => status === 'PAUSED').length;
  const failing = webhooks.filter(({ status, failingSince }) => status === 'ACTIVE' && failingSince !== null).length;
  if (paused + failing === 0) return null;
  const texts = [
    paused > 0 && `${countOf(paused, 'webhook')} ${paused === 1 ? 'is' : 'are'} paused`,
    failing > 0 && `${countOf(failing, 'webhook')} ${failing === 1 ? 'fails' : 'fail'}`,
  ].filter((text) => text !== false);
  return (
    <Alert role="status" color="orange" icon={<WarningIcon />} mb="lg">
      <Text size="sm">
        {texts.join(', and ')}.{' '}
        <Anchor component={Link} to="/settings/developer/webhooks" underline="always" inherit>
          Look at the webhooks
        </Anchor>
      </Text>
    </Alert>
  );
}
