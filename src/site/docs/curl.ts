import { type Value, Variable } from './literals.ts';

/** A request that the documentation shows in three languages. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  /** The variable with the bearer credential; `client` for an app's id and secret; or undefined. */
  readonly credential: string | undefined;
  /** Additional headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Value | undefined;
  readonly form: Readonly<Record<string, string | Variable>> | undefined;
  /** The file that is the body. */
  readonly file: string | undefined;
  /** The command in parts; an option and its value are one part. */
  readonly parts: readonly string[];
}

/** A private-use character, which no text contains. */
const variableMark = '\uE000';

/** A shell word: its text, with the variables in it. */
type Word = readonly (string | Variable)[];

/**
 * Parses a curl command of the documentation, so that other languages can show the same request. It supports only the options
 * that the documentation uses: -X, -H, -u, -d and --data-binary.
 */
export function readCurl(command: string): ExampleRequest {
  const words = [...command.matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+/g)].map(([source]) => source);
  if (words.shift() !== 'curl') throw new Error(`Not a curl command: ${command}`);
  const parts: string[] = [];
  const headers: Record<string, string> = {};
  const form: Record<string, string | Variable> = {};
  let method: string | undefined;
  let url: string | undefined;
  let credential: string | undefined;
  let json: Value | undefined;
  let file: string | undefined;
  while (words.length > 0) {
    const option = words.shift() as string;
    const source = option.startsWith('-') ? words.shift() : undefined;
    parts.push(source === undefined ? option : `${option} ${source}`);
    const word = readWord(source ?? option);
    const [text, variable] = word;
    if (source === undefined) url = asText(word);
    else if (option === '-X') method = source;
    else if (option === '-u' && source === '"$CLIENT_ID:$CLIENT_SECRET"') credential = 'client';
    else if (option === '-H' && text === 'Authorization: Bearer ' && variable instanceof Variable)
      credential = variable.name;
    else if (option === '-H') Object.assign(headers, Object.fromEntries([asText(word).split(/: (.*)/, 2)]));
    else if (option === '-d' && headers['Content-Type'] === 'application/json') json = readJson(word);
    else if (option === '-d' && typeof text === 'string') {
      const [name, value] = text.split(/=(.*)/s, 2) as [string, string];
      form[name] = variable instanceof Variable ? variable : value;
    } else if (option === '--data-binary' && source.startsWith('@')) file = source.slice(1);
    else throw new Error(`The documentation does not use this option of curl: ${option} ${source}`);
  }
  if (url === undefined) throw new Error(`No address: ${command}`);
  const hasForm = Object.keys(form).length > 0;
  method ??= json === undefined && !hasForm ? 'GET' : 'POST';
  return { method, url, credential, headers, json, form: hasForm ? form : undefined, file, parts };
}

function readWord(source: string): Word {
  const word: (string | Variable)[] = [];
  const add = (text: string) => {
    if (typeof word.at(-1) === 'string') word.push(`${word.pop()}${text}`);
    else if (text) word.push(text);
  };
  for (const [piece, single, double] of source.matchAll(/'([^']*)'|"([^"]*)"|\\'|[^'"\\]+/g)) {
    if (single !== undefined) add(single);
    else if (double === undefined) add(piece === "\\'" ? "'" : piece);
    else
      for (const [part, name] of double.matchAll(/\$([A-Z_]+)|[^$]+/g)) {
        if (name === undefined) add(part);
        else word.push(new Variable(name));
      }
  }
  return word;
}

function asText(word: Word): string {
  if (word.length !== 1 || typeof word[0] !== 'string') throw new Error(`A variable is not expected in ${word}`);
  return word[0];
}

/** In a JSON body a variable is always a whole string: `"'"$EMAIL"'"`. */
function readJson(word: Word): Value {
  const source = word.map((part) => (part instanceof Variable ? variableMark + part.name : part)).join('');
  return JSON.parse(source, (_, value) =>
    typeof value === 'string' && value.startsWith(variableMark) ? new Variable(value.slice(1)) : value,
  );
}
