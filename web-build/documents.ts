import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as GraphQL from 'graphql';
import { linkLifetimeMs } from '#src/domain/accounts/links.ts';
import { minPasswordLength } from '#src/domain/accounts/user.ts';
import { maxApiKeyLifetimeMs } from '#src/domain/api-keys/api-key.ts';
import { requestRetentionDays } from '#src/domain/api-requests/api-request.ts';
import { oauthAdvice } from '#src/domain/api-requests/oauth-refusals.ts';
import { allAuditActions } from '#src/domain/audit/actions.ts';
import { phoneCountries } from '#src/domain/contacts/phone-countries.ts';
import { maxRatingLimit } from '#src/domain/custom-fields/configuration.ts';
import { maxFields } from '#src/domain/custom-fields/input.ts';
import { maxListedEvents } from '#src/domain/custom-fields/usage.ts';
import { documentAdvice, documentLimitRemedy, errorAdvice } from '#src/domain/error-advice.ts';
import { fieldErrorCodes } from '#src/domain/field-errors.ts';
import { mailVariables } from '#src/domain/notifications/mail-text.ts';
import { maxClients, maxLogoBytes, maxRedirectUris } from '#src/domain/oauth-clients/oauth-client.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import { allScopes, scopeSentences, scopesByResource } from '#src/domain/principal/scopes.ts';
import { allWebhookKinds, webhookKinds } from '#src/domain/webhooks/kinds.ts';
import { cacheModule } from './cache.ts';

// The code generator's plugins and graphql must be of one module system: two graphqls reject each other's classes.
const require = createRequire(import.meta.url);
const { codegen } = require('@graphql-codegen/core') as typeof import('@graphql-codegen/core');
const operations =
  require('@graphql-codegen/typescript-operations') as typeof import('@graphql-codegen/typescript-operations');
const typedDocuments =
  require('@graphql-codegen/typed-document-node') as typeof import('@graphql-codegen/typed-document-node');
const { buildSchema, parse } = require('graphql') as typeof GraphQL;
const { formatDocument, stringifyDocument } = require('@urql/core') as typeof import('@urql/core');

const root = path.dirname(import.meta.dirname);
const web = path.join(root, 'src/web');
const generated = path.join(web, 'gql');

interface DocumentFile {
  /** The name of the file without `.graphql`; that of the generated module. */
  readonly name: string;
  readonly document: GraphQL.DocumentNode;
}

/** The documents of the web application: one file for each page, below its folder, with the fragments of others that it spreads. */
async function documentFiles(): Promise<DocumentFile[]> {
  const names = (await readdir(web, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort();
  const files = await Promise.all(
    names.map(async (name) => ({
      name: path.basename(name, '.graphql'),
      document: parse(await readFile(path.join(web, name), 'utf8'), { noLocation: true }),
    })),
  );
  const fragments = files.flatMap(({ document }) => fragmentsOf(document));
  return files.map(({ name, document }) => {
    const definitions = new Set([...document.definitions, ...usedFragments(document, fragments)]);
    return { name, document: { ...document, definitions: [...definitions] } };
  });
}

function fragmentsOf({ definitions }: GraphQL.DocumentNode): GraphQL.FragmentDefinitionNode[] {
  return definitions.filter((each) => each.kind === 'FragmentDefinition') as GraphQL.FragmentDefinitionNode[];
}

/** The texts of all operations, exactly as the application sends them: the cache adds `__typename` to each object. */
export async function webOperations(): Promise<string[]> {
  const files = await documentFiles();
  return files.flatMap(({ document }) => {
    return document.definitions
      .filter((each) => each.kind !== 'FragmentDefinition')
      .map((operation) => {
        const fragments = usedFragments(operation, fragmentsOf(document));
        return stringifyDocument(formatDocument({ kind: 'Document', definitions: [operation, ...fragments] } as never));
      });
  });
}

/** Those that the node spreads, also within others: each after those that it spreads, as in the generated documents. */
function usedFragments(
  node: object,
  fragments: readonly GraphQL.FragmentDefinitionNode[],
): GraphQL.FragmentDefinitionNode[] {
  const found = new Set<GraphQL.FragmentDefinitionNode>();
  const find = (within: object) => {
    const spread = /"kind":"FragmentSpread","name":\{"kind":"Name","value":"(\w+)"/g;
    for (const [, name] of JSON.stringify(within).matchAll(spread)) {
      const fragment = fragments.find((each) => each.name.value === name);
      if (!fragment || found.has(fragment)) continue;
      find(fragment);
      found.add(fragment);
    }
  };
  find(node);
  return [...found];
}

/** Writes `src/web/gql/`: typed documents, rules of the cache, scopes and kinds of events with their sentences, and limits. Not committed. */
async function writeWebDocuments(): Promise<void> {
  const sdl = await readFile(path.join(root, 'schema/schema.graphql'), 'utf8');
  const schemaAst = buildSchema(sdl);
  const schema = parse(sdl);
  const files = await documentFiles();
  const modules = await Promise.all(
    files.map(async ({ name, document }) => {
      const text = await codegen({
        filename: `${name}.ts`,
        schema,
        schemaAst,
        config: { useTypeImports: true, enumType: 'string-literal', scalars, optimizeDocumentNode: true },
        documents: [{ location: `${name}.graphql`, document }],
        plugins: [{ operations: {} }, { typedDocuments: {} }],
        pluginMap: { operations, typedDocuments },
      });
      return [`${name}.ts`, text] as const;
    }),
  );
  await mkdir(generated, { recursive: true });
  const constants = [
    ['cache.ts', cacheModule(files.map(({ document }) => document))] as const,
    ['scopes.ts', scopesModule()] as const,
    ['webhook-kinds.ts', kindsModule()] as const,
    ['limits.ts', limitsModule()] as const,
    ['errors.ts', errorsModule()] as const,
    ['roles.ts', rolesModule()] as const,
    ['audit.ts', auditModule()] as const,
  ];
  const texts = new Map<string, string>([...modules, ...constants]);
  for (const name of await readdir(generated)) if (!texts.has(name)) await rm(path.join(generated, name));
  for (const [name, text] of texts) await writeChanged(path.join(generated, name), text);
}

/** A file that stays the same is not touched: other processes may be reading it. */
async function writeChanged(file: string, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(file, text);
}

const scalars = { Date: 'string', DateTime: 'string', DateOrDateTime: 'string', Decimal: 'string', JSON: 'unknown' };

/** The application knows the server only through what is generated, so the one list of scopes is generated too. */
function scopesModule(): string {
  const groups = scopesByResource(allScopes).map(({ name, scopes }) => ({
    name,
    scopes: scopes.map(({ scope, isWrite }) => ({ scope, isWrite, sentence: scopeSentences[scope] })),
  }));
  return `/** All scopes by resource, with what each allows in a plain sentence. */
export const scopeGroups: readonly ScopeGroup[] = ${JSON.stringify(groups, null, 2)};

export interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly { readonly scope: string; readonly isWrite: boolean; readonly sentence: string }[];
}
`;
}

/** What forms say and offer before the server would refuse, and for how long the server keeps something. */
function limitsModule(): string {
  const dayMs = 86_400_000;
  const limits = {
    maxClients,
    maxRedirectUris,
    maxLogoBytes,
    minPasswordLength,
    mailVariables,
    requestRetentionDays,
    invitationDays: linkLifetimeMs.invitation / dayMs,
    maxKeyDays: maxApiKeyLifetimeMs / dayMs,
    phoneCountries,
    maxFields,
    maxListedEvents,
    maxRatingLimit,
  };
  const lines = Object.entries(limits).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  return lines.join('');
}

/** The kinds of events, by the resource whose scope reads them. */
function kindsModule(): string {
  const groups = scopesByResource(allScopes).map(({ name, scopes }) => ({
    name,
    kinds: allWebhookKinds
      .filter((kind) => scopes.some(({ scope }) => scope === webhookKinds[kind].scope))
      .map((kind) => ({ kind, sentence: webhookKinds[kind].description })),
  }));
  const offered = groups.filter(({ kinds }) => kinds.length > 0);
  return `/** All kinds of events by resource, with when each is sent in a plain sentence. */
export const kindGroups: readonly KindGroup[] = ${JSON.stringify(offered, null, 2)};

export interface KindGroup {
  readonly name: string;
  readonly kinds: readonly { readonly kind: string; readonly sentence: string }[];
}
`;
}

function auditModule(): string {
  return `/** All actions that the audit log records. */
export const auditActions: readonly string[] = ${JSON.stringify(allAuditActions, null, 2)};
`;
}

/** The documentation has the same texts. */
function errorsModule(): string {
  return `interface Advice {
  readonly cause: string;
  readonly remedy: string;
}

/** What each code of an error means, and what helps; names of code are between backticks. */
export const adviceByCode: Readonly<Record<string, Advice>> = ${JSON.stringify({ ...errorAdvice, ...documentAdvice }, null, 2)};

/** What the app got, and what helps, by how the text of a refusal of the token or revocation endpoint begins. */
export const oauthAdvice: Readonly<Record<string, Advice>> = ${JSON.stringify(oauthAdvice, null, 2)};

/** For documents beyond one of the limits of GraphQL. */
export const documentLimitRemedy = ${JSON.stringify(documentLimitRemedy)};

export const fieldErrorMeanings: Readonly<Record<string, string>> = ${JSON.stringify(fieldErrorCodes, null, 2)};
`;
}

/** So that pages offer no change of a role that the server refuses. */
function rolesModule(): string {
  const managed = Object.fromEntries(
    Object.entries(rolePolicies).map(([role, { managesRoles }]) => [role, managesRoles]),
  );
  return `export type Role = ${Object.keys(managed)
    .map((role) => `'${role}'`)
    .join(' | ')};

/** Which roles each role gives to members and takes from them. */
export const managedRoles: Readonly<Record<Role, readonly Role[]>> = ${JSON.stringify(managed, null, 2)};
`;
}

if (import.meta.main) await writeWebDocuments();
