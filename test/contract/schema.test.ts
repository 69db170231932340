import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { contract, documentation } from '../../codegen.ts';

const directory = path.join(import.meta.dirname, '../../schema');
const docs = path.join(import.meta.dirname, '../../docs');

const printed = await contract();
const filled = await documentation();

describe('schema/', () => {
  it.each(Object.entries(printed))('%s is as `npm run schema` writes it', async (name, text) => {
    expect(await readFile(path.join(directory, name), 'utf8')).toBe(text);
  });

  it('has no other file', async () => {
    expect((await readdir(directory)).sort()).toEqual(Object.keys(printed).sort());
  });
});

describe('docs/', () => {
  it.each(Object.entries(filled))('%s states the facts that the code has', async (name, text) => {
    expect(await readFile(path.join(docs, name), 'utf8')).toBe(text);
  });
});

describe('the schema', () => {
  it('describes every type, field and argument', () => {
    const named = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    expect(named.flatMap(undescribed)).toEqual([]);
  });

  it('fails where a description is missing', () => {
    const bare = buildSchema('type Query { calls(page: Int): Int } input Draft { name: String } enum Kind { A }');
    const types = ['Query', 'Draft', 'Kind'].map((name) => bare.getType(name) as GraphQLNamedType);
    expect(types.flatMap(undescribed)).toEqual([
      'Query',
      'Query.calls',
      'Query.calls(page)',
      'Draft',
      'Draft.name',
      'Kind',
    ]);
  });
});

function undescribed(type: GraphQLNamedType): string[] {
  const parts = [{ name: type.name, description: type.description }, ...fieldsOf(type)];
  return parts.filter(({ description }) => !description?.trim()).map(({ name }) => name);
}

interface Part {
  readonly name: string;
  readonly description: string | null | undefined;
}

function fieldsOf(type: GraphQLNamedType): Part[] {
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const name = `${type.name}.${field.name}`;
    const args = (field as Partial<GraphQLField<unknown, unknown>>).args ?? [];
    return [
      { name, description: field.description },
      ...args.map((arg) => ({ name: `${name}(${arg.name})`, description: arg.description })),
    ];
  });
}
