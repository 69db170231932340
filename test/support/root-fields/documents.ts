import { getNamedType, isObjectType } from 'graphql';
import { keyOf } from '../../policy/records.ts';
import type { TestApp } from '../app.ts';
import type { Member } from '../factories.ts';
import { wholeRecord } from '../relations.ts';
import { argsOf, inputOf, newRow, noKey, noRow, placeOfNothing } from './place.ts';
import { mutationFields, mutationSamples, querySamples, type RootField, rootFields, singles } from './registry.ts';
import type { PeoplePlace } from './sample.ts';

interface RootFieldDocument {
  readonly document: string;
  readonly variables: object;
  /** The kind of operation, with the variables that it declares. */
  readonly head: string;
  /** The root field with its arguments and its selection. */
  readonly field: string;
}

/** A document of one root field, with all that its value holds by itself. Arguments are variables of the types that the schema states. */
export function documentOf(name: string, args: object = {}, selected?: string): RootFieldDocument {
  const { args: known, type } = rootField(name);
  const given = known.filter((argument) => Object.hasOwn(args, argument.name));
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const named = getNamedType(type);
  const selection = isObjectType(named) ? ` { ${selected ?? wholeRecord(named.name)} }` : '';
  const head = `${mutationFields[name] ? 'mutation' : 'query'}${declared && ` (${declared})`}`;
  const field = `${name}${passed && `(${passed})`}${selection}`;
  return { head, field, document: `${head} { ${field} }`, variables: withDecimalTexts(args) };
}

function rootField(name: string): RootField {
  const field = rootFields[name];
  if (!field) throw new Error(`${name} is no root field`);
  return field;
}

const decimals: ReadonlySet<string> = new Set(['value', 'price']);

/** GraphQL has decimals as text, `/v1` as numbers. */
export function withDecimalTexts(args: object): object {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (name === 'input') return [name, withDecimalTexts(value)];
      return [name, decimals.has(name) ? String(value) : value];
    }),
  );
}

/** Valid arguments that name no stored record, so that only the credential can be wrong. A member may host what they make. */
export async function argsOfNothing(name: string, hostId?: number): Promise<object> {
  const place = placeOfNothing(hostId);
  const sample = mutationSamples[name];
  if (sample?.input) return { input: await sample.input(noRow(sample.target ?? 'Contact'), place) };
  const single = singles[name];
  if (single) return { [single.argument]: noKey(single.record) };
  const { args, target = 'Contact' } = querySamples[name] ?? {};
  return typeof args === 'function' ? args(noRow(target), place) : { ...args };
}

/** The input of a mutation or the arguments of a query, with which it succeeds for the owner. What they name is stored. */
export async function valuesOf(app: TestApp, owner: Member, place: PeoplePlace, name: string): Promise<object> {
  const mutation = mutationSamples[name];
  if (mutation) return { ...(await inputOf(app, owner, mutation, place)) };
  const single = singles[name];
  if (!single) return argsOf(app, owner, querySamples[name], place);
  return { [single.argument]: keyOf(single.record, await newRow(app, single.record, owner)) };
}
