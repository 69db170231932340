import { totalmem } from 'node:os';

const MEBIBYTE = 1024 * 1024;

/** The port is a part of the socket's file name only: nothing listens on TCP. */
export const PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${PORT}`;

/**
 * Everything this server sets apart from PostgreSQL's defaults. The list goes onto the command line, so a change
 * here holds from the next start and nothing written in the cluster's own files can be out of step with it.
 */
export function settingsFor(socketDirectory: string): ReadonlyArray<readonly [name: string, value: string]> {
  return [
    // Reachable by its owner alone: there are no passwords.
    ['listen_addresses', ''],
    ['port', String(PORT)],
    ['unix_socket_directories', quoteListItem(socketDirectory)],
    ['unix_socket_permissions', '0700'],
    ['max_connections', '100'],

    // What was acknowledged is on the disk. These are the defaults, written down because everything rests on them.
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['wal_compression', 'on'],
    ['max_wal_size', '1GB'],
    ['checkpoint_timeout', '10min'],

    // Many short statements over a working set that fits into memory, on a disk without seek times.
    ['shared_buffers', `${sharedBuffersMebibytes(totalmem())}MB`],
    ['effective_cache_size', `${Math.max(64, Math.floor(totalmem() / 2 / MEBIBYTE))}MB`],
    ['work_mem', '8MB'],
    ['maintenance_work_mem', '64MB'],
    ['random_page_cost', '1.1'],
    ['jit', 'off'],

    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['log_line_prefix', '%m [%p] '],
    ['log_checkpoints', 'off'],
    ['cluster_name', 'slotline'],
  ];
}

/** An eighth of a small machine, never more than 256 MB: the page cache of the system does the rest. */
export function sharedBuffersMebibytes(memoryBytes: number): number {
  return Math.min(256, Math.max(32, Math.floor(memoryBytes / 8 / MEBIBYTE)));
}

/** The setting is a list divided by commas; a quoted item may hold commas and spaces. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
