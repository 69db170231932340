import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DismissPasswordLinkNoticeDocument } from '../gql/session.ts';
import { useAct } from '../kit/act.ts';
import { WarningIcon } from '../kit/icons.tsx';
import { ProblemNote } from '../kit/messages.tsx';
import { ExactMoment } from '../kit/moment.tsx';
import { useSession } from './session.ts';

/** Says on every page, until it is dismissed, that somebody else has had a link to the password. */
export function PasswordLinkBanner() {
  const { passwordLinkNotice: notice } = useSession().user;
  const { act, isBusy, problem } = useAct(DismissPasswordLinkNoticeDocument, { once: false });
  if (!notice) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<WarningIcon />}
      mb="lg"
      title="A password reset link was created for you"
    >
      <Text size="sm" className="breaks">
        {notice.madeBy ?? 'A former member'} created it on <ExactMoment at={notice.madeAt} />, to hand it over to you.
        If you did not ask for it,{' '}
        <Anchor component={Link} to="/settings/account" underline="always" inherit c="inherit">
          change your password
        </Anchor>{' '}
        and tell an owner of the workspace.
      </Text>
      <ProblemNote problem={problem} />
      <Group mt="sm">
        <Button size="xs" variant="default" loading={isBusy} onClick={() => act({ input: { madeAt: notice.madeAt } })}>
          Dismiss
        </Button>
      </Group>
    </Alert>
  );
}
