/** A request with its API key. */
interface HttpRequest {
  readonly path: string;
  readonly key: string;
  /** JSON for a POST; without it the request is a GET. */
  readonly body?: string;
}

/** The bytes of the request. `Connection` writes latin1, so a body must be ASCII. */
export function wireRequest({ path, key, body }: HttpRequest): string {
  return wire(path, `Authorization: Bearer ${key}\r\n`, body);
}

/** The bytes of a document that is sent without a credential, or with an API key. */
export function wireDocument(document: { readonly query: string; readonly variables?: object }, key?: string): string {
  const credential = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  return wire('/graphql', `${credential}Accept: application/graphql-response+json\r\n`, JSON.stringify(document));
}

/** The bytes of what a browser sends to open a page. */
export function wirePage(path: string, headers: Readonly<Record<string, string>>): string {
  return wire(
    path,
    Object.entries(headers).reduce((text, [name, value]) => `${text}${name}: ${value}\r\n`, ''),
    undefined,
  );
}

/** The same request as a proxy passes it on for the client with this address. */
export function fromAddress(request: string, address: string): string {
  return request.replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`);
}

function wire(path: string, headers: string, body: string | undefined): string {
  const head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends the request. Returns the body of the response, which must be a 200. */
export async function bodyOf(port: number, { path, key, body }: HttpRequest): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const init = body === undefined ? { headers } : { headers, method: 'POST', body };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
  return text;
}
