/** Shows the document of this server. Requests go to where the page came from, whatever address the document names. */
async function show() {
  const response = await fetch('/openapi.json');
  const spec = await response.json();
  spec.servers = [{ url: window.location.origin }];
  // Here one comes with a key; apps that use OAuth do so on their own pages, and keep their secrets on their servers.
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
