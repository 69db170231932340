import { z } from 'zod';
import type { Problem } from '#src/domain/field-errors.ts';
import type { RestEndpoint, WireFormat } from '#src/graphql/rest-endpoint.ts';
import type { RestInput } from '#src/graphql/rest-request.ts';

/** The fields of an input that have another name in responses of `/v1`, with that name. */
function renamedFields(input: z.ZodObject, wire: WireFormat = {}): [name: string, wireName: string][] {
  return Object.keys(input.shape).flatMap((name): [string, string][] => {
    const wireName = wire[name]?.name;
    return wireName === undefined ? [] : [[name, wireName]];
  });
}

/** The fields that a body may have. A field with another name in responses is accepted by either name. */
export function wireInput({ input, wire }: Pick<RestEndpoint, 'input' | 'wire'>): z.ZodObject {
  const renamed = new Map(renamedFields(input, wire));
  if (renamed.size === 0) return input;
  const fields = Object.entries(input.shape).flatMap(([name, type]): [string, z.ZodType][] => {
    const field = type as z.ZodType;
    const wireName = renamed.get(name);
    if (wireName === undefined) return [[name, field]];
    const count = field instanceof z.ZodOptional ? 'at most' : 'exactly';
    const choice = `Send ${count} one of \`${wireName}\` (the name in responses) and \`${name}\`.`;
    const either = field.optional().describe(`${field.description ?? ''} ${choice}`.trim());
    return [
      [wireName, either],
      [name, either],
    ];
  });
  return z.object(Object.fromEntries(fields));
}

/** Renames the fields of a body to those of the input, so that a record can be sent back as it was received. */
export function wireReader({ input, wire }: Pick<RestEndpoint, 'input' | 'wire'>): (body: object) => RestInput {
  const renamed = renamedFields(input, wire);
  return (body) => {
    const sent = renamed.filter(([, wireName]) => Object.hasOwn(body, wireName));
    if (sent.length === 0) return { values: body, problems: [] };
    const twice = sent.filter(([name]) => Object.hasOwn(body, name));
    const names = new Map(sent.filter((field) => !twice.includes(field)).map(([name, wireName]) => [wireName, name]));
    const values = Object.fromEntries(Object.entries(body).map(([key, value]) => [names.get(key) ?? key, value]));
    const sentNames = new Map([...names].map(([wireName, name]) => [name, wireName]));
    return { values, problems: twice.map(givenTwice), sentNames };
  };
}

function givenTwice([name, wireName]: readonly [string, string]): Problem {
  const message = `Cannot be combined with ${name}: both are names of the same field`;
  return { path: [wireName], code: 'duplicate', message };
}
