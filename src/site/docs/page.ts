export interface DocsAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}
