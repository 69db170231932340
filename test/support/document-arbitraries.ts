import fc from 'fast-check';
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

interface Document {
  source: string;
  variables: Record<string, boolean>;
}

/** Returns its text, and adds the named fragments that it needs to the list. */
type Selection = (fragments: string[]) => string;

const directive = fc.constantFrom(
  ...['', '', '', '', '', '', ' @include(if: true)', ' @skip(if: false)', ' @skip(if: true)', ' @include(if: false)'],
  ...[
    ' @include(if: $yes)',
    ' @skip(if: $no)',
    ' @include(if: $no)',
    ' @skip(if: $yes)',
    ' @skip(if: $no) @include(if: $yes)',
  ],
);

/** Documents over some root fields: any selection, with aliases, directives, inline and named fragments, in any depth. */
export function anyDocument(schema: GraphQLSchema, rootFields: readonly string[]): fc.Arbitrary<Document> {
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no query type.');
  const root = fc.array(
    fc.constantFrom(...rootFields).chain((name) => field(query, name, 4)),
    { minLength: 1, maxLength: 3 },
  );
  return fc.tuple(root, fc.boolean()).map(([fields, withDirectives]) => {
    const fragments: string[] = [];
    const body = fields.map((each) => each(fragments)).join(' ');
    const whole = [`{ ${body} }`, ...fragments].join(' ');
    const text = withDirectives ? whole : whole.replaceAll(/ @\w+\(.*?\)/g, '');
    const variables = { yes: true, no: false };
    const used = Object.entries(variables).filter(([name]) => text.includes(`$${name}`));
    const declared = used.length ? `query (${used.map(([name]) => `$${name}: Boolean!`).join(', ')}) ` : '';
    return { source: declared + text, variables: Object.fromEntries(used) };
  });
}

function selections(type: GraphQLObjectType, depth: number): fc.Arbitrary<Selection> {
  const names = [...Object.keys(type.getFields()), '__typename'];
  const one = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names).chain((name) => field(type, name, depth)) },
    ...(depth > 0
      ? [
          { weight: 1, arbitrary: inline(type, depth) },
          { weight: 1, arbitrary: spread(type, depth) },
        ]
      : []),
  );
  const some = fc.array(one, { minLength: 1, maxLength: 5 });
  return some.map((all) => (fragments) => all.map((each) => each(fragments)).join(' '));
}

/** Each field has aliases of its own, so that two fields never claim one name. */
function field(type: GraphQLObjectType, name: string, depth: number): fc.Arbitrary<Selection> {
  const inner = getNamedType(type.getFields()[name]?.type);
  const alias = fc.constantFrom('', '', '', '', '', `a_${name}: `, `b_${name}: `);
  const below = isObjectType(inner) ? selections(inner, depth - 1) : fc.constant(undefined);
  return fc.tuple(alias, directive, below).map(([as, how, selected]) => (fragments) => {
    return `${as}${name}${how}${selected ? ` { ${selected(fragments)} }` : ''}`;
  });
}

function inline(type: GraphQLObjectType, depth: number): fc.Arbitrary<Selection> {
  const on = fc.constantFrom('', ` on ${type.name}`);
  return fc.tuple(on, directive, selections(type, depth - 1)).map(([condition, how, selected]) => (fragments) => {
    return `...${condition}${how} { ${selected(fragments)} }`;
  });
}

function spread(type: GraphQLObjectType, depth: number): fc.Arbitrary<Selection> {
  return fc.tuple(directive, selections(type, depth - 1)).map(([how, selected]) => (fragments) => {
    const text = selected(fragments);
    fragments.push(`fragment F${fragments.length} on ${type.name} { ${text} }`);
    return `...F${fragments.length - 1}${how}`;
  });
}
