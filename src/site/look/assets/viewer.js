/** Shows the document of this server. Requests go to the origin of the page, whatever address the document names. */
async function show() {
  // Swagger UI has a dark look, which it does not choose by itself.
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  const response = await fetch('/openapi.json');
  const spec = await response.json();
  // The pages beside the viewer are HTML for its readers.
  spec.info.description = spec.info.description.replace(/\/docs\/([\w-]+)\.md\b/g, '/docs/$1');
  spec.servers = [{ url: window.location.origin }];
  // Readers try requests with an API key. Apps use OAuth in their own pages, and store their secrets on their servers.
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

/** The path of an operation is a text, because a link may not be inside the button that opens the operation. */
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

/** Names what the viewer leaves without a name, and lets the keyboard scroll its examples. */
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
