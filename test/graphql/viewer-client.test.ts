import { GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { generateClientId } from '#src/domain/oauth-clients/oauth-client.ts';
import { schema } from '#src/graphql/schema.ts';
import { useServices } from '../support/service-context.ts';

const { context } = await useServices();

test('the app of a viewer is null where it is deleted after its token was read', async () => {
  const viewer = schema.getType('Viewer');
  const field = viewer instanceof GraphQLObjectType ? viewer.getFields().client : undefined;
  const found = await field?.resolve?.({ clientId: generateClientId() }, {}, context, {} as never);
  expect(found).toBeNull();
});
