import { oldZonesText, type ZoneReleases } from '#src/lib/time-zone-data/zone-releases.ts';
import type { Finding } from './finding.ts';
import { type PinnedRelease, pinnedReleases } from './pinned-releases.ts';

const dayMs = 86_400_000;

interface Installed {
  /** True if the server runs the PostgreSQL that npm installs. */
  readonly isEmbedded: boolean;
  /** The version with a leading `v`, as `process.version` has it. */
  readonly nodeVersion: string;
  readonly now: Date;
}

/**
 * Reports the age of the pinned Node and PostgreSQL releases. Both get security fixes in later releases, Node every few weeks
 * and PostgreSQL each quarter, so an old release probably lacks some. It only warns, because it does not know what was fixed.
 */
export function examineReleases({ isEmbedded, nodeVersion, now }: Installed): Finding[] {
  const { node, embeddedPostgres } = pinnedReleases;
  const runsPinned = nodeVersion === `v${node.version}`;
  return [
    runsPinned
      ? examined({ name: 'node', title: `Node ${node.version}`, release: node, maxDays: 90, remedy: nodeRemedy, now })
      : {
          name: 'node',
          ok: true,
          text: `Node ${nodeVersion.slice(1)} is not the version that npm installs with Slotline (${node.version}), so its age cannot be checked.`,
        },
    ...(isEmbedded
      ? [
          examined({
            name: 'postgresql',
            title: `The embedded PostgreSQL ${postgresVersion(embeddedPostgres.version)}, which uses DATA_DIR,`,
            release: embeddedPostgres,
            maxDays: 120,
            remedy: postgresRemedy,
            now,
          }),
        ]
      : []),
  ];
}

/** Some country changes its clocks several times a year, sometimes with a week's notice. */
export function examineTimeZones(releases: ZoneReleases): Finding {
  const old = oldZonesText(releases);
  const name = 'tzdata';
  if (old !== undefined) return { name, ok: true, warns: true, text: old };
  return { name, ok: true, text: `Time zones are from tzdata ${releases.inUse}; the system has no later release.` };
}

const nodeRemedy =
  'Install the latest version of Slotline. If it has the same Node, install a later one with npm install --save-exact node@26.';
const postgresRemedy =
  'Install the latest version of Slotline. If it has the same PostgreSQL, use your own PostgreSQL that your system keeps up to date: restore a backup into it, and set DATABASE_URL.';

interface Examined {
  readonly name: Finding['name'];
  readonly title: string;
  readonly release: PinnedRelease;
  readonly maxDays: number;
  readonly remedy: string;
  readonly now: Date;
}

function examined({ name, title, release, maxDays, remedy, now }: Examined): Finding {
  const days = Math.floor((now.getTime() - Date.parse(release.publishedAt)) / dayMs);
  const published = `${title} was published on ${release.publishedAt}`;
  if (days <= maxDays) return { name, ok: true, text: `${published}.` };
  const text = `${published}, ${days} days ago. It probably lacks security fixes from later releases. ${remedy}`;
  return { name, ok: true, warns: true, text };
}

/** The version of the binary packages is `18.4.0-beta.17` for PostgreSQL 18.4. */
export function postgresVersion(packageVersion: string): string {
  return packageVersion.split('.').slice(0, 2).join('.');
}
