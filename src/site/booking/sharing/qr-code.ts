import { correction, generate } from 'lean-qr';
import { html } from '#src/lib/html.ts';

/** The light margin around a code that the standard requires, in modules. */
const quietZone = 4;
/** The size of a module if the picture is shown unscaled. */
const pixelsOfModule = 8;

/** A link as a QR code, dark on white. It stays readable with up to 15 % damaged or covered. */
export function qrCode(link: string): string {
  const code = generate(link, { minCorrectionLevel: correction.M });
  const modules = code.size + 2 * quietZone;
  const pixels = modules * pixelsOfModule;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${modules} ${modules}" role="img" shape-rendering="crispEdges">
<title>${link}</title>
<rect width="${modules}" height="${modules}" fill="#fff"/>
<path d="${darkModules(code)}" fill="#101828"/>
</svg>
`.text;
}

/** Draws one rectangle for each run of dark modules in a row. */
function darkModules({ size, get }: ReturnType<typeof generate>): string {
  const runs: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x;
      while (get(x, y)) x++;
      if (x > start) runs.push(`M${start + quietZone} ${y + quietZone}h${x - start}v1h${start - x}z`);
    }
  }
  return runs.join('');
}
