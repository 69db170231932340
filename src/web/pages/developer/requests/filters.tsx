import { Button, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useRef } from 'react';
import { useQuery } from 'urql';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../../app/session.ts';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { RequestCredentialsDocument } from '../../../gql/requests.ts';
import { dayOf } from '../../../kit/days.ts';
import { now } from '../../../kit/now.ts';
import { statusChoices } from './request-columns.tsx';
import { type Filters, hasFilters, spans } from './search.ts';

interface RequestFiltersProps {
  readonly filters: Filters;
  /** What the server says of single filters. */
  readonly errors: Readonly<Record<string, string>>;
  /** Routes that were seen, to choose from. */
  readonly routes: readonly string[];
}

const textFilters = [
  { name: 'route', label: 'Route', placeholder: '/v1/contacts', maxLength: 100 },
  { name: 'requestId', label: 'Request id', placeholder: 'X-Request-Id', maxLength: 128 },
] as const;

/** Choices count at once, texts with Enter or when they are left. */
export function RequestFilters({ filters, errors, routes }: RequestFiltersProps) {
  const navigate = useNavigate();
  const { workspace } = useSession();
  const routesId = useId();
  const form = useRef<HTMLFormElement>(null);
  const change = (changes: Filters) =>
    navigate({ to: '.', search: (search) => ({ ...search, ...changes, open: undefined }), resetScroll: false });
  const applyTexts = (event?: FormEvent) => {
    event?.preventDefault();
    const texts = new FormData(form.current ?? undefined);
    const [route, requestId] = textFilters.map(({ name }) => String(texts.get(name)).trim() || undefined);
    if (route !== filters.route || requestId !== filters.requestId) change({ route, requestId });
  };
  const hasStatus = statusChoices.some(({ value }) => value === (filters.status ?? ''));
  const hasDays = filters.from !== undefined || filters.to !== undefined;
  const isBackwards = filters.from !== undefined && filters.to !== undefined && filters.to < filters.from;
  return (
    <form method="dialog" ref={form} onSubmit={applyTexts} aria-label="Filters">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" mb="md" style={{ alignItems: 'end' }}>
        <CredentialSelect filters={filters} onChange={change} error={errors.clientId ?? errors.connectionId} />
        <NativeSelect
          label="Status"
          // A status that the address names and the list does not have is a choice too.
          data={hasStatus ? statusChoices : [...statusChoices, filters.status ?? '']}
          value={filters.status ?? ''}
          onChange={({ currentTarget: { value } }) => change({ status: value || undefined })}
          error={errors.status}
        />
        <NativeSelect
          label="Time"
          data={[
            { value: '', label: `All ${requestRetentionDays} days` },
            ...Object.entries(spans).map(([value, label]) => ({ value, label })),
            { value: 'days', label: 'Choose dates…' },
          ]}
          value={hasDays ? 'days' : (filters.span ?? '')}
          onChange={({ currentTarget: { value } }) => {
            const span = Object.keys(spans).find((each): each is keyof typeof spans => each === value);
            const day = value === 'days' ? dayOf(now(), workspace.timeZone) : undefined;
            change({ span, from: day, to: day });
          }}
        />
        {hasDays &&
          (['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              label={name === 'from' ? 'First day' : 'Last day'}
              description={`In ${readableZoneName(workspace.timeZone)}`}
              value={filters[name] ?? ''}
              onChange={({ currentTarget: { value } }) => change({ [name]: value || undefined })}
              error={errors[name] ?? (name === 'to' && isBackwards && 'This is before the first day')}
            />
          ))}
        {textFilters.map(({ name, ...input }) => (
          <TextInput
            {...input}
            key={`${name} ${filters[name]}`}
            name={name}
            list={name === 'route' ? routesId : undefined}
            defaultValue={filters[name]}
            onBlur={() => applyTexts()}
            error={errors[name]}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <datalist id={routesId}>
          {routes.map((route) => (
            <option key={route} value={route} />
          ))}
        </datalist>
        <Group gap="xs">
          {/* Enter in a text submits a form with two texts only where it has such a button. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          {hasFilters(filters) && (
            <Button
              variant="subtle"
              onClick={() => navigate({ to: '.', search: ({ live }) => ({ live }), resetScroll: false })}
            >
              Clear filters
            </Button>
          )}
        </Group>
      </SimpleGrid>
    </form>
  );
}

interface CredentialSelectProps {
  readonly filters: Filters;
  readonly onChange: (changes: Filters) => void;
  readonly error: string | undefined;
}

/** The choices are there once their query has answered; what the address names is there at once. */
function CredentialSelect({ filters, onChange, error }: CredentialSelectProps) {
  const [{ data }] = useQuery({ query: RequestCredentialsDocument });
  const { apiKeyId, clientId, connectionId } = filters;
  const keys = data?.apiKeys?.apiKeys ?? [];
  const used = data?.connections?.connections.map(({ app }) => app) ?? [];
  const apps = new Map([...(data?.oauthClients?.oauthClients ?? []), ...used].map((app) => [app.clientId, app.name]));
  const groups = [
    {
      group: 'API keys',
      items: keys.map((key) => ({ value: `key ${key.id}`, label: `${key.name} (…${key.lastFour})` })),
    },
    { group: 'Apps', items: [...apps].map(([id, name]) => ({ value: `app ${id}`, label: name })) },
  ];
  const value = apiKeyId ? `key ${apiKeyId}` : clientId ? `app ${clientId}` : connectionId ? `con ${connectionId}` : '';
  const isKnown = value === '' || groups.some(({ items }) => items.some((item) => item.value === value));
  const other = { value, label: apiKeyId ? `API key ${apiKeyId}` : (clientId ?? `Connection ${connectionId}`) };
  return (
    <NativeSelect
      label="Key or app"
      data={[
        { value: '', label: 'All keys and apps' },
        ...(isKnown ? [] : [other]),
        ...groups.filter(({ items }) => items.length > 0),
      ]}
      value={value}
      error={error}
      onChange={({ currentTarget }) => {
        const [kind, id = ''] = currentTarget.value.split(' ');
        onChange({
          apiKeyId: kind === 'key' ? Number(id) : undefined,
          clientId: kind === 'app' ? id : undefined,
          connectionId: kind === 'con' ? id : undefined,
        });
      }}
    />
  );
}
