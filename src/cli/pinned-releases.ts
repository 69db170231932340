/** A program that npm installs with the server, and when this release of it was published. */
export interface PinnedRelease {
  /** As package.json pins it. */
  readonly version: string;
  /** By the registry: `npm view <package> time`. */
  readonly publishedAt: string;
}

/** Beside package.json, because the age of a release must be known without a network. A test holds the versions to package.json. */
export const pinnedReleases = {
  node: { version: '26.10.0', publishedAt: '2026-09-23' },
  embeddedPostgres: { version: '18.4.0-beta.17', publishedAt: '2026-06-06' },
} as const satisfies Record<string, PinnedRelease>;
