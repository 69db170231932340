/** A program that npm installs with the server, and the publication date of this release. */
export interface PinnedRelease {
  /** The version pinned in package.json. */
  readonly version: string;
  /** The date from the registry: `npm view <package> time`. */
  readonly publishedAt: string;
}

/** Repeated from package.json, because the age must be known without a network. A test compares the versions. */
export const pinnedReleases = {
  node: { version: '26.10.0', publishedAt: '2026-09-23' },
  embeddedPostgres: { version: '18.4.0-beta.17', publishedAt: '2026-06-06' },
} as const satisfies Record<string, PinnedRelease>;
