import { type ExampleRequest, readCurl } from './curl.ts';
import * as literals from './literals.ts';
import { environment, print, Variable } from './literals.ts';

/** The languages of an example, in the order of the page. */
export const languages = [
  { name: 'sh', label: 'curl' },
  { name: 'ts', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
] as const;

/** A block with only a curl command. If TypeScript follows, the file itself has all languages. */
const curlBlock = /^```sh\n(curl (?:(?!```).*\n)+?)```\n(?!\n```ts\n)/gm;

/** Adds the same request in TypeScript and Python after each curl command. */
export function inEveryLanguage(markdown: string): string {
  return markdown.replace(curlBlock, (_, command: string) => {
    const request = readCurl(command);
    const sources = { sh: inShell(request), ts: inTypeScript(request), python: inPython(request) };
    return `${languages.map(({ name }) => `\`\`\`${name}\n${sources[name]}\n\`\`\``).join('\n\n')}\n`;
  });
}

/** The line length that fits into an example's box. */
const maxLineLength = 72;

/** Uses one line if it fits, because a server's URLs may be longer than those in the file. */
function inShell({ parts }: ExampleRequest): string {
  const line = `curl ${parts.join(' ')}`;
  return line.length <= maxLineLength ? line : `curl ${parts.join(' \\\n  ')}`;
}

/** Whether the answer is text that is not JSON. */
function hasText(headers: ExampleRequest['headers']): boolean {
  return headers.Accept?.startsWith('text/') === true;
}

function inTypeScript({ method, url, credential, headers, json, form, file }: ExampleRequest): string {
  const authorization =
    credential === 'client'
      ? `\`Basic \${btoa(\`\${${environment}.CLIENT_ID}:\${${environment}.CLIENT_SECRET}\`)}\``
      : `\`Bearer \${${environment}.${credential}}\``;
  const entries = [
    ...(credential === undefined ? [] : [`Authorization: ${authorization}`]),
    ...Object.entries(headers).map(
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
console.log(response.status, await response.${hasText(headers) ? 'text' : 'json'}());`;

  function formValue(value: string | Variable): string {
    return value instanceof Variable ? `\`\${${environment}.${value.name}}\`` : literals.typescript.text(value);
  }
}

function inPython({ method, url, credential, headers, json, form, file }: ExampleRequest): string {
  const authorization = credential === 'client' ? 'f"Basic {basic}"' : `f"Bearer {os.environ['${credential}']}"`;
  const entries = [
    ...(credential === undefined ? [] : [`"Authorization": ${authorization}`]),
    ...Object.entries(headers).map(([name, value]) => `"${name}": "${value}"`),
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
  const isText = hasText(headers);
  const modules = [...(isText ? [] : ['json']), 'os', ...(form ? ['urllib.parse'] : []), 'urllib.request'];
  const basic = `basic = base64.b64encode(f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}".encode()).decode()\n`;
  const isClient = credential === 'client';
  return `import ${[...(isClient ? ['base64'] : []), ...modules].join(', ')}

${isClient ? basic : ''}request = urllib.request.Request(
${options.map((line) => `    ${line}`).join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(response.status, ${isText ? 'response.read().decode()' : 'json.load(response)'})`;
}
