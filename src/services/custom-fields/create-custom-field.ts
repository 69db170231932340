import type { ClientBase } from 'pg';
import { insertOptions } from '#src/db/writes/custom-field-options.ts';
import { countFieldsLocked, identifiersLike, insertField, readField } from '#src/db/writes/custom-fields.ts';
import { configurationOf, configurationProblems } from '#src/domain/custom-fields/configuration.ts';
import type { CustomField } from '#src/domain/custom-fields/custom-field.ts';
import {
  type CreateCustomFieldInput,
  freeIdentifier,
  identifierFrom,
  maxFields,
} from '#src/domain/custom-fields/input.ts';
import { planOptions } from '#src/domain/custom-fields/options.ts';
import { validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { identifierTaken, refuseProblems } from './refusals.ts';

/** A new field with its options, all or nothing. */
export function createCustomField(
  { db, principal }: CallerContext,
  input: CreateCustomFieldInput,
): Promise<CustomField> {
  const { workspaceId } = principal;
  const configuration = configurationOf(input.configuration);
  const { added, problems } = planOptions([], input.options ?? [], input.inputType);
  return db.write(async (client) => {
    refuseProblems({ configuration: configurationProblems(configuration, input.inputType), options: problems });
    if ((await countFieldsLocked(client, workspaceId)) >= maxFields) {
      throw validationError({}, [`A workspace has at most ${maxFields.toLocaleString('en')} custom fields`]);
    }
    const id = await insertIdentified(client, workspaceId, { ...input, configuration });
    await insertOptions(client, [workspaceId, id], added);
    return readField(client, workspaceId, id);
  });
}

type Fields = Omit<CreateCustomFieldInput, 'configuration'> & Pick<CustomField, 'configuration'>;

/** A given identifier that is taken is refused. A made one gives way, also to one that is taken at this moment. */
async function insertIdentified(client: ClientBase, workspaceId: number, fields: Fields): Promise<number> {
  const { type, description = null, displayIndex } = fields;
  const identifier = fields.identifier ?? (await freeFor(client, workspaceId, fields));
  const id = await insertField(client, workspaceId, { ...fields, identifier, description, displayIndex });
  if (id !== undefined) return id;
  if (fields.identifier !== undefined) throw identifierTaken(type);
  return insertIdentified(client, workspaceId, fields);
}

async function freeFor(client: ClientBase, workspaceId: number, { type, name }: Fields): Promise<string> {
  const wanted = identifierFrom(name);
  return freeIdentifier(wanted, await identifiersLike(client, workspaceId, { type, wanted }));
}
