const comment = String.raw`--[^\n]*|/\*(?:/\*[\s\S]*?\*/|[\s\S])*?\*/`;
const text = String.raw`(?<!\w)E'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"`;
const dollarQuoted = String.raw`(?<![\w$])\$(?<tag>(?:[a-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$`;
const token = new RegExp(`${comment}|${text}|${dollarQuoted}|;`, 'gi');

/** A character that PostgreSQL allows in no text, so that no script holds it. */
const separator = '\0';

/**
 * The statements of a script, without its comments. It knows texts, quoted names and dollar-quoted bodies, but not
 * `BEGIN ATOMIC … END` bodies nor rules of several commands: those belong into a migration that runs as a whole.
 */
export function sqlStatements(script: string): string[] {
  return script
    .replace(token, (found) => (isComment(found) ? ' ' : found === ';' ? separator : found))
    .split(separator)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function isComment(found: string): boolean {
  return found.startsWith('--') || found.startsWith('/*');
}
