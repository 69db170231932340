/** Shows the document of this server. Requests go to the origin of the page, whatever address the document names. */
async function show() {
  const response = await fetch('/openapi.json');
  const spec = await response.json();
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
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: 'list',
    filter: false,
    syntaxHighlight: { theme: 'idea' },
    tryItOutEnabled: true,
    validatorUrl: null,
  });
}

show();
