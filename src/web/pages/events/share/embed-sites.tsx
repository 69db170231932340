import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { SetEmbedSitesDocument } from '../../../gql/share.ts';
import { useActForm } from '../../../kit/form.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { originOf, siteProblem } from '../../../parts/embed-origins.ts';

interface EmbedSitesProps {
  /** The sites that may show the booking pages. */
  readonly origins: readonly string[];
}

/** The sites that may show the booking pages of the workspace, with a field that adds one for who may. */
export function EmbedSites({ origins }: EmbedSitesProps) {
  const isLead = isTeamLead(useSession());
  return (
    <div>
      {origins.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            Sites that may show it
          </Text>
          <List size="sm" mt={4} mb="sm">
            {origins.map((origin) => (
              <List.Item key={origin} className="breaks">
                {origin}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {isLead ? (
        <AddSite origins={origins} />
      ) : (
        <Text size="sm" c="dimmed">
          {origins.length === 0 && 'None yet. '}An owner or an admin of the workspace allows sites.
        </Text>
      )}
    </div>
  );
}

/** All errors of origins stand at the one field. */
function siteErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.values(fields).map((text) => ['site', text]));
}

function AddSite({ origins }: EmbedSitesProps) {
  const client = useClient();
  const { form, frame } = useActForm({
    document: SetEmbedSitesDocument,
    // The whole list is sent, so that doing it twice does nothing.
    once: false,
    ifUnanswered: 'We do not know whether the site was added. Try again.',
    initialValues: { site: '' },
    validate: { site: (typed) => siteProblem(typed, origins) },
    fieldErrors: siteErrors,
    variables: ({ site }) => ({ input: { embedOrigins: [...origins, originOf(site)] } }),
    onDone: (_, { reset }, { site }) => {
      reset();
      notifyDone(`${originOf(site)} may show your booking pages`, () =>
        client.mutation(SetEmbedSitesDocument, { input: { embedOrigins: [...origins] } }).toPromise(),
      );
    },
  });
  return (
    <form method="dialog" onSubmit={frame.onSubmit} noValidate>
      <ProblemNote problem={frame.state.problem} />
      <Group align="flex-start" gap="sm">
        <TextInput
          label="Add a site"
          placeholder="www.example.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          className="add-site"
          {...form.getInputProps('site')}
        />
        <Button type="submit" variant="default" mt="1.625rem" loading={frame.state.isBusy}>
          Add
        </Button>
      </Group>
    </form>
  );
}
