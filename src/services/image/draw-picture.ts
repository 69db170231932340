import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import { SvgRenderer, tooComplicated } from './svg.ts';

/** The time limit for drawing one picture, and for waiting in the queue. A picture takes about 50 ms. */
const maxSeconds = 3;
const maxWaiting = 20;

const unavailable = () => new DomainError('UNAVAILABLE');
const turns = new FairTurns<number>({ atOnce: 1, maxWaiting, maxWaitMs: maxSeconds * 1000, refusal: unavailable });

/** Separate from the renderer of uploaded SVGs, which may be slow. */
const renderer = new SvgRenderer();

/** Renders one of our own SVGs as PNG, one at a time, with workspaces taking turns. UNAVAILABLE if it takes too long. */
export function drawPicture(workspaceId: number, svg: string): Promise<Buffer> {
  return turns.run(workspaceId, async () => {
    const drawn = await renderer.render({ bytes: Buffer.from(svg) }, maxSeconds);
    if (!('problem' in drawn)) return drawn;
    if (drawn.problem === tooComplicated) throw unavailable();
    throw new Error(`A picture of our own ${drawn.problem}`);
  });
}
