import type { Config } from './config/config.ts';
import type { DemoAccess } from './demo-access.ts';

/** What a person sees when the server is ready. */
export function greeting({ baseUrl }: Config, demo: DemoAccess | undefined): string {
  const lines = [
    '',
    'Slotline is ready.',
    '',
    `  REST API   ${baseUrl}/v1`,
    `  GraphQL    ${baseUrl}/graphql   (GraphiQL in a browser)`,
    `  Health     ${baseUrl}/healthz  ${baseUrl}/readyz  ${baseUrl}/metrics`,
  ];
  if (demo) lines.push('', ...demoLines(baseUrl, demo));
  return `${lines.join('\n')}\n\n`;
}

function demoLines(baseUrl: string, { email, password, key }: DemoAccess): string[] {
  return [
    `  Demo sign-in   ${email} / ${password}`,
    '  Try it:',
    '',
    `  curl -H 'Authorization: Bearer ${key}' '${baseUrl}/v1/eventCalls'`,
  ];
}
