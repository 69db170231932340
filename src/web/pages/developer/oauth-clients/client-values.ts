import type { UseFormReturnType } from '@mantine/form';
import { linkProblem, redirectUriProblem } from '#src/lib/network/web-address.ts';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';

/** What the forms of a client hold. */
export type ClientValues = {
  readonly name: string;
  readonly homepageUrl: string;
  /** Each with a number that stays while others come and go. */
  readonly redirectUris: readonly { readonly key: number; readonly uri: string }[];
  readonly grantTypes: string[];
  readonly allowedScopes: string[];
  /** Empty until one is chosen. */
  readonly clientType: string;
};

export type ClientForm = UseFormReturnType<ClientValues>;

export const noValues: ClientValues = {
  name: '',
  homepageUrl: '',
  redirectUris: [{ key: 0, uri: '' }],
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  allowedScopes: [],
  clientType: '',
};

export function valuesOf(client: OAuthClientDetailsFragment): ClientValues {
  return {
    name: client.name,
    homepageUrl: client.homepageUrl ?? '',
    redirectUris: client.redirectUris.map((uri, key) => ({ key, uri })),
    grantTypes: [...client.grantTypes],
    allowedScopes: [...client.allowedScopes],
    clientType: client.clientType,
  };
}

/** The values as the server takes them. */
export function inputOf({
  name,
  homepageUrl,
  redirectUris,
  grantTypes,
  allowedScopes,
}: Omit<ClientValues, 'clientType'>) {
  return {
    name: name.trim(),
    homepageUrl: homepageUrl.trim() || null,
    redirectUris: redirectUris.map(({ uri }) => uri.trim()),
    // The order of a list means nothing.
    grantTypes: grantTypes.toSorted() as OAuthClientDetailsFragment['grantTypes'],
    allowedScopes: allowedScopes.toSorted(),
  };
}

/** The rules that need no server; the others the form learns from the answer. */
export const validate = {
  name: (name: string) => (name.trim() === '' ? 'Enter the name that people know the app by' : null),
  homepageUrl: (url: string) => (url.trim() === '' ? null : sentence(linkProblem(url.trim()))),
  redirectUris: {
    uri: (uri: string, { redirectUris }: ClientValues, path: string) => uriProblem(uri.trim(), redirectUris, path),
  },
  clientType: (type: string) => (type === '' ? 'Choose one; it cannot be changed later' : null),
  allowedScopes: (scopes: readonly string[]) => (scopes.length === 0 ? 'Choose at least one scope' : null),
};

function uriProblem(uri: string, all: ClientValues['redirectUris'], path: string): string | null {
  if (uri === '')
    return all.length === 1 ? 'Enter at least one redirect URI' : 'Enter a redirect URI, or remove this one';
  const index = Number(path.split('.')[1]);
  if (all.slice(0, index).some((other) => other.uri.trim() === uri)) return 'This redirect URI is in the list already';
  return sentence(redirectUriProblem(uri));
}

function sentence(problem: string | undefined): string | null {
  return problem === undefined ? null : problem.charAt(0).toUpperCase() + problem.slice(1);
}

/** The server's errors by the paths of the form: `redirectUris[1]` is the input of the second address. */
export function formErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [, index] = /^redirectUris\[(\d+)\]$/.exec(path) ?? [];
      if (index !== undefined) return [`redirectUris.${index}.uri`, message];
      return [path.replace(/[.[].*$/, ''), message];
    }),
  );
}
