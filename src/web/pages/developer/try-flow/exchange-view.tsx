import { Text } from '@mantine/core';
import { type Exchange, type HttpRequest, withoutSecrets } from './exchange.ts';

interface ExchangeViewProps {
  readonly exchange: Exchange;
  /** Shortened in what is shown. */
  readonly hidden: readonly string[];
}

/** A request beside its response, as they went over the wire. */
export function ExchangeView({ exchange: { request, response }, hidden }: ExchangeViewProps) {
  const shown = (text: string) => withoutSecrets(text, hidden);
  return (
    <div className="exchange">
      <section>
        <Text size="sm" fw={600}>
          Request
        </Text>
        <Wire text={shown(requestText(request))} />
      </section>
      <section>
        <Text size="sm" fw={600}>
          Response
        </Text>
        {response ? (
          <Wire text={shown(`${response.status}\n${headerLines(response.headers)}\n\n${response.body}`)} />
        ) : (
          <p className="hint">None that this page can read.</p>
        )}
      </section>
    </div>
  );
}

/** Scrolls where it is long, also by keyboard. */
export function Wire({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard.
    <pre className="wire" tabIndex={0}>
      {text}
    </pre>
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
