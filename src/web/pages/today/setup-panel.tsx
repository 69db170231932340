import { Box, Button, Text, ThemeIcon } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { HideSetupStepsDocument, SetupStepsDocument, type SetupStepsQuery } from '../../gql/today.ts';
import { useAct } from '../../kit/act.ts';
import { CheckIcon } from '../../kit/icons.tsx';
import { useLastDefined } from '../../kit/last-defined.ts';
import { Panel } from '../../kit/layout.tsx';
import { ProblemNote } from '../../kit/messages.tsx';

type Step = Exclude<keyof NonNullable<SetupStepsQuery['setupSteps']>, '__typename'>;

/** In the order in which they help most. */
const steps = {
  hasHours: { title: 'Set your hours', link: linkOptions({ to: '/schedules' }) },
  hasCalendar: { title: 'Connect your calendar', link: linkOptions({ to: '/settings/calendars' }) },
  hasPublishedEvent: { title: 'Create and publish an event', link: linkOptions({ to: '/events' }) },
  hasBooking: { title: 'Book a test call', link: linkOptions({ to: '/events', search: { status: 'ACTIVATED' } }) },
  hasColleague: { title: 'Invite a colleague', link: linkOptions({ to: '/settings/team' }) },
  hasLogo: { title: 'Add your logo', link: linkOptions({ to: '/settings/workspace' }) },
} satisfies Readonly<Record<Step, object>>;

/** The name of the view that hides the steps of a member; the server knows its list. */
const hidden = { list: '/setup', name: 'Hidden', search: '' };

/** The steps of a new workspace, for owners and admins. They are read again on each visit, because they are done elsewhere. */
export function useSetupSteps(isLead: boolean) {
  const [{ data: read, fetching }] = useQuery({
    query: SetupStepsDocument,
    requestPolicy: 'cache-and-network',
    pause: !isLead,
  });
  // The day below stays while the steps are read again.
  const data = useLastDefined(read);
  return { steps: data?.setupSteps, isPending: isLead && fetching && !data };
}

/** What a new workspace needs before its first call. It ticks itself, and goes once all is done. */
export function SetupPanel({ done }: { readonly done: SetupStepsQuery['setupSteps'] | undefined }) {
  const { act, isBusy, problem } = useAct(HideSetupStepsDocument);
  const [isHidden, setIsHidden] = useState(false);
  const names = Object.keys(steps) as Step[];
  if (!done || isHidden || names.every((name) => done[name])) return null;
  const hide = async () => {
    if (await act({ input: hidden })) setIsHidden(true);
  };
  return (
    <Box mb="lg">
      <Panel
        title="Get ready for your first call"
        summary={`${names.filter((name) => done[name]).length} of ${names.length} done`}
        actions={
          <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={hide}>
            Hide for good
          </Button>
        }
      >
        <ProblemNote problem={problem} />
        <ol className="setup-steps">
          {names.map((name) => (
            <li key={name} data-done={done[name] || undefined}>
              <ThemeIcon size={20} radius="xl" variant={done[name] ? 'filled' : 'default'}>
                {done[name] && <CheckIcon size={14} title="Done" />}
              </ThemeIcon>
              {done[name] ? (
                <Text component="span" inherit c="dimmed">
                  {steps[name].title}
                </Text>
              ) : (
                <Link {...steps[name].link}>{steps[name].title}</Link>
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </Box>
  );
}
