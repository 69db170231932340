import { Box, SimpleGrid, Text } from '@mantine/core';

interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request and what came of it, as it is shown and stored: without the client secret. */
export interface Exchange {
  readonly request: HttpRequest;
  /** Absent where no response came, or none that this page may read. */
  readonly response?: HttpResponse;
}

/** Of the headers that the page may read, those that help an integrator. */
const shownHeaders = [
  'content-type',
  'cache-control',
  'www-authenticate',
  'x-request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];

const maxRequestMs = 30_000;
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Sends a request without cookies, as a program would. */
export async function send({ request, secret }: { request: HttpRequest; secret?: string | undefined }): Promise<{
  readonly exchange: Exchange;
  readonly body: Readonly<Record<string, unknown>>;
}> {
  const { method, url, headers, form } = request;
  const shown: HttpRequest = {
    method,
    url,
    headers: { ...headers, ...(form && formType) },
    ...(form && { form: { ...form, ...(secret !== undefined && { client_secret: shortened(secret) }) } }),
  };
  const sent = form && new URLSearchParams({ ...form, ...(secret !== undefined && { client_secret: secret }) });
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      credentials: 'omit',
      cache: 'no-store',
      ...(sent && { body: sent }),
      signal: AbortSignal.timeout(maxRequestMs),
    });
    const text = await response.text();
    const body = parsed(text);
    const found = shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return {
      exchange: {
        request: shown,
        response: { status: response.status, headers: Object.fromEntries(found), body: printed(body, text) },
      },
      body: body ?? {},
    };
  } catch {
    return { exchange: { request: shown }, body: {} };
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const maxPrinted = 2500;

function printed(body: object | undefined, text: string): string {
  const whole = body === undefined ? text : JSON.stringify(body, null, 2);
  if (whole.length <= maxPrinted) return whole;
  return `${whole.slice(0, maxPrinted)}\n… and ${(whole.length - maxPrinted).toLocaleString('en')} more characters`;
}

const prefix = /^service_[a-z]+_/;

/** Enough of a secret to distinguish it from another one. */
export function shortened(secret: string): string {
  const [start = ''] = prefix.exec(secret) ?? [];
  return secret.length - start.length <= 12 ? `${start}…` : `${secret.slice(0, start.length + 4)}…${secret.slice(-4)}`;
}

/** The text with these secrets shortened. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, shortened(secret)), text);
}

interface ExchangeViewProps {
  readonly exchange: Exchange;
  /** Shortened in what is shown. */
  readonly hidden: readonly string[];
}

/** A request beside its response, as they went over the wire. */
export function ExchangeView({ exchange: { request, response }, hidden }: ExchangeViewProps) {
  const answer = response && `${response.status}\n${headerLines(response.headers)}\n\n${response.body}`;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt="sm">
      <Wire title="Request" text={withoutSecrets(requestText(request), hidden)} />
      <Wire title="Response" text={withoutSecrets(answer ?? 'None that this page can read.', hidden)} />
    </SimpleGrid>
  );
}

/** Scrolls where it is long, also by keyboard. */
export function Wire({ title, text }: { readonly title?: string; readonly text: string }) {
  return (
    <section>
      {title && (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      )}
      <Box component="pre" className="code-block" mah="22rem" my={6} tabIndex={0} style={{ overflow: 'auto' }}>
        {text}
      </Box>
    </section>
  );
}

function requestText({ method, url, headers, form }: HttpRequest): string {
  const body = form && Object.entries(form).map(([name, value]) => `${name}=${encoded(value)}`);
  const head = [`${method} ${url}`, headerLines(headers)].filter(Boolean).join('\n');
  return body ? `${head}\n\n${body.join('\n&')}` : head;
}

/** As the form is sent; the ellipsis of a shortened secret is not part of it. */
function encoded(value: string): string {
  return value.split('…').map(encodeURIComponent).join('…');
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** An address with each of its parameters on a line of its own, decoded. */
export function addressText(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const lines = [...searchParams].map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${value}`);
  return [`GET ${origin}${pathname}`, ...lines].join('\n');
}
