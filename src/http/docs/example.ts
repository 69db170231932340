import * as literals from './literals.ts';
import { environment, print, type Value, Variable } from './literals.ts';
import { code } from './page.ts';

/** A request that the documentation shows in three languages. */
interface ExampleRequest {
  /** By default GET, or POST where there is a body. */
  readonly method?: 'PUT' | 'DELETE';
  readonly url: string;
  /** The variable that holds the bearer credential; `client` for the id and the secret of an app, or `none`. */
  readonly credential?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Value;
  readonly form?: Readonly<Record<string, string | Variable>>;
  /** A file whose bytes are the body. */
  readonly file?: string;
}

/** The languages of an example, in the order of the page. */
export const languages = [
  { name: 'sh', label: 'curl' },
  { name: 'ts', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
] as const;

type Language = (typeof languages)[number]['name'];

/** A request as Markdown in each language. One description makes all of them, so that they cannot differ. */
export function example(request: ExampleRequest): string {
  return programs({ sh: inShell(request), ts: inTypeScript(request), python: inPython(request) });
}

/** A program in each language, as Markdown. The page shows one of them at a time. */
export function programs(sources: Readonly<Record<Language, string>>): string {
  return languages.map(({ name }) => code(name, sources[name])).join('\n\n');
}

function inShell({ method, url, credential = 'KEY', headers = {}, json, form = {}, file }: ExampleRequest): string {
  const parts = [
    ...(method ? [`-X ${method}`] : []),
    `'${url}'`,
    ...(credential === 'none' ? [] : [shellCredential(credential)]),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${print(json, literals.shell, '  ')}'`]),
    ...Object.entries(form).map(
      ([name, value]) => `-d ${name}=${value instanceof Variable ? `"$${value.name}"` : value}`,
    ),
    ...(file ? [`--data-binary @${file}`] : []),
  ];
  const line = `curl ${parts.join(' ')}`;
  return line.length <= 100 ? line : `curl ${parts.join(' \\\n  ')}`;
}

function shellCredential(credential: string): string {
  return credential === 'client' ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : `-H "Authorization: Bearer $${credential}"`;
}

function inTypeScript(request: ExampleRequest): string {
  const { method = defaultMethod(request), url, credential = 'KEY', headers = {}, json, form, file } = request;
  const authorization =
    credential === 'client'
      ? `\`Basic \${btoa(\`\${${environment}.CLIENT_ID}:\${${environment}.CLIENT_SECRET}\`)}\``
      : `\`Bearer \${${environment}.${credential}}\``;
  const entries = [
    ...(credential === 'none' ? [] : [`Authorization: ${authorization}`]),
    ...Object.entries({ ...headers, ...typeHeader(request) }).map(
      ([name, value]) => `${literals.typescript.name(name)}: ${literals.typescript.text(value)}`,
    ),
  ];
  const fields = form && Object.entries(form).map(([name, value]) => `${name}: ${formValue(value)},`);
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(entries.length === 1
      ? [`headers: { ${entries} },`]
      : ['headers: {', ...entries.map((each) => `  ${each},`), '},']),
    ...(json === undefined ? [] : [`body: JSON.stringify(${print(json, literals.typescript, '  ')}),`]),
    ...(fields ? ['body: new URLSearchParams({', ...fields.map((each) => `  ${each}`), '}),'] : []),
    ...(file ? [`body: await readFile('${file}'),`] : []),
  ];
  return `${file ? "import { readFile } from 'node:fs/promises';\n\n" : ''}const response = await fetch('${url}', {
${options.map((line) => `  ${line}`).join('\n')}
});
console.log(response.status, await response.json());`;

  function formValue(value: string | Variable): string {
    return value instanceof Variable ? `\`\${${environment}.${value.name}}\`` : literals.typescript.text(value);
  }
}

function inPython(request: ExampleRequest): string {
  const { method = defaultMethod(request), url, credential = 'KEY', headers = {}, json, form, file } = request;
  const authorization = credential === 'client' ? 'f"Basic {basic}"' : `f"Bearer {os.environ['${credential}']}"`;
  const entries = [
    ...(credential === 'none' ? [] : [`"Authorization": ${authorization}`]),
    ...Object.entries({ ...headers, ...typeHeader(request) }).map(([name, value]) => `"${name}": "${value}"`),
  ];
  const options = [
    `"${url}",`,
    ...(method === 'GET' ? [] : [`method="${method}",`]),
    ...(entries.length === 1
      ? [`headers={${entries}},`]
      : ['headers={', ...entries.map((each) => `    ${each},`), '},']),
    ...(json === undefined ? [] : [`data=json.dumps(${print(json, literals.python, '    ')}).encode(),`]),
    ...(form ? [`data=urllib.parse.urlencode(${print(form, literals.python, '    ')}).encode(),`] : []),
    ...(file ? [`data=open("${file}", "rb").read(),`] : []),
  ];
  const modules = ['json', 'os', ...(form ? ['urllib.parse'] : []), 'urllib.request'];
  const basic = `basic = base64.b64encode(f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}".encode()).decode()\n`;
  const isClient = credential === 'client';
  return `import ${[...(isClient ? ['base64'] : []), ...modules].join(', ')}

${isClient ? basic : ''}request = urllib.request.Request(
${options.map((line) => `    ${line}`).join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`;
}

function defaultMethod({ json, form }: ExampleRequest): 'GET' | 'POST' {
  return json === undefined && form === undefined ? 'GET' : 'POST';
}

function typeHeader({ json }: ExampleRequest): Record<string, string> {
  return json === undefined ? {} : { 'Content-Type': 'application/json' };
}
