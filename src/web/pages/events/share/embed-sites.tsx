import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { type Client, useClient } from 'urql';
import { problemOf } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { EmbedSitesDocument, SetEmbedSitesDocument, type SetEmbedSitesMutationVariables } from '../../../gql/share.ts';
import { useAct } from '../../../kit/act.ts';
import { useActForm } from '../../../kit/form.tsx';
import { notifyDone, notifyProblem, ProblemNote } from '../../../kit/messages.tsx';
import { originOf, siteProblem } from '../../../parts/embed-origins.ts';

interface EmbedSitesProps {
  /** The sites that may show the booking pages. */
  readonly origins: readonly string[];
}

/** The sites that may show the booking pages of the workspace, with a field that adds one if the viewer may. */
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

/** The sites as they are now, since others may have changed them; undefined if that is not known. */
async function readSites(client: Client): Promise<readonly string[] | undefined> {
  const { data, error } = await client.query(EmbedSitesDocument, {}, { requestPolicy: 'network-only' }).toPromise();
  if (error) notifyProblem(problemOf(error));
  return data?.workspace?.embedOrigins;
}

function AddSite({ origins }: EmbedSitesProps) {
  const client = useClient();
  // The whole list is sent, so that doing it twice does nothing.
  const ifUnanswered = 'We do not know whether the site was added. Try again.';
  const { act, ...state } = useAct(SetEmbedSitesDocument, { once: false, ifUnanswered });
  const add = async ({ input }: SetEmbedSitesMutationVariables) => {
    const now = await readSites(client);
    return now && act({ input: { embedOrigins: [...new Set([...now, ...(input.embedOrigins ?? [])])] } });
  };
  const remove = async (site: string) => {
    const now = await readSites(client);
    if (!now) return;
    const input = { embedOrigins: now.filter((each) => each !== site) };
    const { error } = await client.mutation(SetEmbedSitesDocument, { input }).toPromise();
    if (error) notifyProblem(problemOf(error));
  };
  const { form, frame } = useActForm({
    document: SetEmbedSitesDocument,
    act: { ...state, act: add },
    initialValues: { site: '' },
    validate: { site: (typed) => siteProblem(typed, origins) },
    fieldErrors: siteErrors,
    variables: ({ site }) => ({ input: { embedOrigins: [originOf(site)] } }),
    onDone: (_, { reset }, { site }) => {
      reset();
      notifyDone(`${originOf(site)} may show your booking pages`, () => remove(originOf(site)));
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
