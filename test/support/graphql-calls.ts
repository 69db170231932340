import type { Answer, TestApp } from './app.ts';
import type { CallFilters } from './call-model.ts';
import { wholeRecord } from './relations.ts';
import { documentOf } from './root-fields/documents.ts';
import { rootFields } from './root-fields/registry.ts';

/** A change to a call over GraphQL: the mutation with its input as a variable, and every field of the call. */
export function changeByGraphQL(app: TestApp, key: string, field: string, input: object): Promise<Answer> {
  const { document, variables } = documentOf(field, { input });
  return app.graphql(document, key, variables);
}

/** The list over GraphQL, with its arguments as variables. */
export function listByGraphQL(
  app: TestApp,
  key: string,
  filters: CallFilters | Record<string, unknown>,
): Promise<Answer> {
  const selection = `eventCalls { ${wholeRecord('EventCall')} } count`;
  return app.graphql(documentOf('eventCalls', filters, selection).document, key, filters);
}

/** A query that declares every argument as a variable. */
export function queryOfEveryArgument(selection: string): string {
  const names = rootFields.eventCalls?.args.map(({ name }) => [name, undefined]) ?? [];
  return documentOf('eventCalls', Object.fromEntries(names), selection).document;
}
