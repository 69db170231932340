import { buffer } from 'node:stream/consumers';
import { rasterize } from './rasterize.ts';

// src/services/image/svg.ts runs this program. It reads an SVG from standard input and writes its PNG to standard output.
// Where the SVG has a problem, it writes the problem instead and ends with the given exit code.
const [side = Number.NaN, problemExitCode = Number.NaN] = process.argv.slice(2).map(Number);
const drawn = rasterize(await buffer(process.stdin), side);
if (typeof drawn === 'string') process.exitCode = problemExitCode;
process.stdout.write(drawn);
