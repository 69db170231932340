export interface DocsAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

export function code(language: string, lines: string): string {
  return `\`\`\`${language}\n${lines}\n\`\`\``;
}
