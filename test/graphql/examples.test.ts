import { getNamedType, getOperationAST, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createDemoWorkspace, type DemoWorkspace } from '#src/demo/demo-workspace.ts';
import { examplesFor } from '#src/graphql/examples.ts';
import { schema } from '#src/graphql/schema.ts';
import { useApp } from '../support/app.ts';
import { recordRoots } from '../support/relations.ts';

const app = await useApp();
const demo = (await createDemoWorkspace(app.context)) as DemoWorkspace;
const session = await app.session(demo);

const examples = examplesFor();
const named = examples.map((example) => ({
  name: getOperationAST(parse(example.query))?.name?.value,
  ...example,
}));

/** The types of the fields that a query selects. */
function typesOf(query: string): string[] {
  const types = new TypeInfo(schema);
  const found: string[] = [];
  const Field = () => {
    const type = types.getType();
    if (type) found.push(getNamedType(type).name);
  };
  visit(parse(query), visitWithTypeInfo(types, { Field }));
  return found;
}

describe('the examples of GraphiQL', () => {
  test.each(named)('$name returns records to a session', async ({ name, query, variables }) => {
    const ofDemo = { input: { email: demo.ownerEmail, password: demo.ownerPassword } };
    const { status, body } = await app.graphql(query, session, name === 'SignIn' ? ofDemo : variables);
    expect(body.errors).toBeUndefined();
    expect(status).toBe(200);
    const lists = JSON.stringify(body.data).matchAll(/"count":(\d+)/g);
    for (const [, count] of lists) expect(Number(count)).toBeGreaterThan(0);
  });

  test('have unique names, and select every type with relations', () => {
    expect(new Set(named.map(({ name }) => name)).size).toBe(examples.length);
    const types = new Set(examples.flatMap(({ query }) => typesOf(query)));
    expect(Object.keys(recordRoots).filter((type) => !types.has(type) && type !== 'ContactDetail')).toEqual([]);
  });
});
