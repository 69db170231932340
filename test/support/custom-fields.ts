import type { TestApp } from './app.ts';
import type { Factories, Member } from './factories.ts';
import { sendJson } from './lists.ts';

export const noConfiguration = {
  ...{ min: null, max: null, step: null, dateType: null, dateTimeFormat: null, includedTime: null, maxRating: null },
  placeholder: null,
};

/** The default values of a field and of an option. */
export const plainField = {
  ...{ description: null, configuration: noConfiguration, options: [], hidden: false, isSystemField: false },
  events: null,
};
export const plainOption = {
  ...{ color: null, icon: null, isDefault: false, isArchived: false, category: null, tooltip: null },
};

/** Stores a field. Returns its id. */
export async function customField(
  app: Pick<Factories, 'insert'>,
  workspaceId: number,
  row: { identifier: string } & Record<string, unknown>,
): Promise<number> {
  const defaults = { name: row.identifier, type: 'CONTACT', inputType: 'TEXT' };
  return (await app.insert('CustomField', { workspaceId, ...defaults, ...row })).id;
}

/** The options of a field by name, with their new ids. */
export async function options(
  app: Pick<Factories, 'insert'>,
  field: { workspaceId: number; customFieldId: number },
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const [displayIndex, name] of names.entries()) {
    ids.push((await app.insert('CustomFieldOption', { ...field, name, displayIndex })).id);
  }
  return ids;
}

/** The contact stage as every new workspace has it. */
export async function contactStage(app: Pick<Factories, 'insert'>, workspaceId: number): Promise<number> {
  const identifier = 'contact-stage';
  const row = { identifier, name: 'Contact stage', inputType: 'SINGLE_SELECT', isSystemField: true };
  const customFieldId = await customField(app, workspaceId, row);
  await options(app, { workspaceId, customFieldId }, ['Lead', 'Customer']);
  return customFieldId;
}

export interface FieldsPlace {
  readonly owner: Member;
  readonly key: string;
  create(body: unknown): ReturnType<typeof sendJson>;
  update(body: unknown): ReturnType<typeof sendJson>;
}

/** A new workspace with a member who may write its fields. */
export async function fieldsPlace(app: TestApp): Promise<FieldsPlace> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner, { scopes: ['fields:read', 'fields:write'] });
  return {
    ...{ owner, key },
    create: (body) => sendJson(app, ['POST', '/v1/fields'], body, { key }),
    update: (body) => sendJson(app, ['PUT', '/v1/fields'], body, { key }),
  };
}

/** The rows of a workspace's fields, options and answers, for showing that nothing was written. */
export function fieldRows(app: Pick<Factories, 'sql'>, { workspaceId }: Member): Promise<object[]> {
  return app.sql(
    `SELECT to_jsonb(f) AS "row" FROM "CustomField" f WHERE "workspaceId" = $1
    UNION ALL SELECT to_jsonb(o) FROM "CustomFieldOption" o WHERE "workspaceId" = $1
    UNION ALL SELECT to_jsonb(a) FROM "CustomFieldAnswer" a WHERE "workspaceId" = $1 ORDER BY 1`,
    [workspaceId],
  );
}
