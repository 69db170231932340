export interface DocsAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

/** A page of the documentation, as Markdown. */
export interface Page {
  /** Its address is `/docs/<name>.md`. */
  readonly name: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly text: (addresses: DocsAddresses) => string;
}

export function code(language: string, lines: string): string {
  return `\`\`\`${language}\n${lines}\n\`\`\``;
}
