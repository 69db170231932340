/** Shows GraphiQL, and above it the identity that its requests use. */

const root = document.querySelector('#graphiql');
const identity = document.querySelector('.identity');
const settings = JSON.parse(root.dataset.settings);
/** A comment instead of an empty credential: that would be refused, and the page would start without a schema. */
const noHeaders = '{\n  // "Authorization": "Bearer service_…"\n}';

/** GraphiQL looks for its workers here when its script, which comes next, runs. */
window.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => settings.workers[label] };

/** With this header the browser's session counts, unless the Headers pane has a credential. */
async function send(request, headers = {}) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      [settings.clientHeader]: '1',
      ...headers,
    },
    body: JSON.stringify(request),
  });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The server responded with status ${response.status} and no JSON: ${text.slice(0, 200)}`);
  }
}

/** The first field works for everybody, so the request succeeds even if the reader is not signed in. */
const viewerQuery = `query SignedInAs {
  __typename
  viewer { user { firstName lastName email } workspace { name } }
}`;

let viewer;
/** True if the last request had a credential under Headers. */
let usedOther = false;

async function askViewer() {
  const { data } = await send({ query: viewerQuery });
  viewer = data?.viewer ?? undefined;
}

/** Another tab may have signed in, signed out or switched the workspace. */
async function refresh() {
  await askViewer().catch(() => undefined);
  showIdentity();
}

function strong(text) {
  const element = document.createElement('strong');
  element.textContent = text;
  return element;
}

function signInLink() {
  const link = document.createElement('a');
  link.href = settings.signIn;
  link.textContent = 'Sign in';
  return link;
}

function identityParts() {
  if (viewer) {
    const { firstName, lastName, email } = viewer.user;
    const name = [firstName, lastName].filter(Boolean).join(' ') || email;
    const signedIn = ['Signed in as ', strong(name), ' · ', strong(viewer.workspace.name), '. '];
    return usedOther
      ? [...signedIn, 'The last request used the Authorization header from the Headers tab instead.']
      : [...signedIn, 'Mutations run as you, on real data.'];
  }
  if (usedOther)
    return ['Not signed in: the last request used the Authorization header from the Headers tab. ', signInLink()];
  if (settings.demoHeaders)
    return ['Not signed in: the Headers tab has the API key of the demo workspace. ', signInLink()];
  return ['Not signed in: ', signInLink(), ', or enter an API key in the Headers tab.'];
}

function showIdentity() {
  const line = document.createElement('span');
  line.append(...identityParts());
  // Screen readers announce changes, so equal content is not replaced.
  if (identity.textContent !== line.textContent) identity.replaceChildren(line);
}

function hasCredential(headers = {}) {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** Just after a switch of tabs, GraphiQL still names the previous tab's operation. */
function isNamedIn(query, operationName) {
  return new RegExp(`\\b(?:query|mutation)\\s+${operationName}\\b`).test(query);
}

async function fetcher({ query, variables, operationName }, { headers } = {}) {
  const result = await send({ query, variables, ...(isNamedIn(query, operationName) && { operationName }) }, headers);
  if (operationName === 'IntrospectionQuery') return result;
  usedOther = hasCredential(headers);
  // A mutation may sign in or out, or change the workspace or a name.
  if (/\bmutation\b/.test(query)) refresh();
  else showIdentity();
  return result;
}

/** Shows the query of a link in its own tab. Only the reader runs it. */
function linkedQuery() {
  const search = new URLSearchParams(location.search);
  const query = search.get('query');
  if (query) history.replaceState(null, '', location.pathname);
  return query ? { query, variables: search.get('variables') ?? '' } : undefined;
}

async function start() {
  await askViewer().catch(() => undefined);
  showIdentity();
  const headers = (!viewer && settings.demoHeaders) || noHeaders;
  const tabs = settings.tabs.map(({ needsSession, ...tab }) => ({
    ...tab,
    headers: needsSession ? noHeaders : headers,
  }));
  const first = linkedQuery() ?? { query: tabs[0].query, variables: '' };
  window.YogaGraphiQL.renderYogaGraphiQL(root, {
    title: 'Slotline',
    fetcher,
    defaultTabs: tabs,
    // Otherwise a second visit opens an empty tab: GraphiQL looks for the tab of its first query.
    ...first,
    // The default for tabs without their own headers.
    headers,
    shouldPersistHeaders: false,
    // By default each edit goes into the URL, and so into the browser's history.
    onEditQuery: () => undefined,
  });
  window.addEventListener('focus', refresh);
}

document.addEventListener('DOMContentLoaded', start);
