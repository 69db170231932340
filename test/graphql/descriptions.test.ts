import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '#src/graphql/schema.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

/** Everything that GraphiQL's documentation shows, by the path under which it shows it. */
function documented(): [path: string, description: string | null | undefined][] {
  return types.flatMap((type) => {
    const own: [string, string | null | undefined] = [type.name, type.description];
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const args: readonly { name: string; description?: string | null }[] = 'args' in field ? field.args : [];
      return [
        [`${type.name}.${field.name}`, field.description] as [string, string],
        ...args.map((arg) => [`${type.name}.${field.name}(${arg.name})`, arg.description] as [string, string]),
      ];
    });
    return [own, ...fields];
  });
}

test('the schema, every type, field, input and argument is described in a sentence', () => {
  expect(schema.description).toMatch(/\.$/);
  const all = documented();
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(([, description]) => !description || !/[.`)]$/.test(description))).toEqual([]);
  expect(types.filter(isEnumType).length).toBeGreaterThan(10);
});
