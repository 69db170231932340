/** A cell: a text, a number, or nothing. */
export type Cell = string | number | null;

/** Lines as CSV (RFC 4180). */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => `${line.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  return typeof cell === 'string' ? quoted(cell) : String(cell ?? '');
}

/** A text with quotes around it where it needs them. A spreadsheet must not take it for a formula. */
function quoted(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^(\+[\d\s().-]*|-?\d+([.,]\d+)?)$/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
