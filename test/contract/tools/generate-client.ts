import { hasTools, runTool } from './tools.ts';

if (!hasTools()) throw new Error('The contract tools could not be installed.');
const target = '../generated/api.ts';
const { status, output } = runTool(
  'openapi-typescript',
  '../../../schema/openapi.json',
  '-o',
  target,
  '--default-non-nullable',
  'false',
);
if (status !== 0) throw new Error(output);
