/** Shows this server's OpenAPI document. Requests go to the page's origin, whatever URL the document names. */
async function show() {
  // Swagger UI has a dark mode, but does not select it by itself.
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  const response = await fetch('/openapi.json');
  const spec = await response.json();
  // Readers of the viewer get the HTML pages, not Markdown.
  spec.info.description = spec.info.description.replace(/\/docs\/([\w-]+)\.md\b/g, '/docs/$1');
  spec.servers = [{ url: window.location.origin }];
  // Readers try requests with an API key. Apps use OAuth in their own pages, and keep their secrets on their servers.
  const ofApps = ['oauth2', 'clientAuthentication'];
  for (const scheme of ofApps) delete spec.components.securitySchemes[scheme];
  const withoutOAuth = (security) => security.filter((each) => !ofApps.some((scheme) => scheme in each));
  spec.security = withoutOAuth(spec.security);
  for (const operation of Object.values(spec.paths).flatMap(Object.values)) {
    operation.security = withoutOAuth(operation.security);
  }
  window.SwaggerUIBundle({
    spec,
    dom_id: '#viewer',
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [withoutNestedLinks],
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: 'list',
    filter: false,
    syntaxHighlight: { theme: dark.matches ? 'tomorrow-night' : 'idea' },
    tryItOutEnabled: false,
    validatorUrl: null,
  });
}

/** Shows an operation's path as text, because the button that opens the operation must not contain a link. */
function withoutNestedLinks({ React }) {
  return {
    wrapComponents: {
      DeepLink:
        () =>
        ({ text }) =>
          React.createElement('span', null, text),
    },
  };
}

/** Adds missing accessible names, and lets the keyboard scroll the examples. */
function completeNames(viewer) {
  const complete = () => {
    for (const select of viewer.querySelectorAll('.examples-select-element')) select.ariaLabel = 'Example';
    for (const text of viewer.querySelectorAll('.body-param__text')) text.ariaLabel = 'Request body';
    for (const example of viewer.querySelectorAll('pre.microlight')) example.tabIndex = 0;
  };
  new MutationObserver(complete).observe(viewer, { childList: true, subtree: true });
}

completeNames(document.querySelector('#viewer'));
show();
