import { generateClient, hasTools } from './tools.ts';

if (!hasTools()) throw new Error('The contract tools could not be installed.');
generateClient();
