import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import { SvgRenderer, tooComplicated } from './svg.ts';

/** The longest that one picture is drawn, and that one waits for its turn; a picture takes some 50 ms. */
const maxSeconds = 3;
const maxWaiting = 20;

const unavailable = () => new DomainError('UNAVAILABLE');
const turns = new FairTurns<number>({ atOnce: 1, maxWaiting, maxWaitMs: maxSeconds * 1000, refusal: unavailable });

/** Apart from that of uploaded drawings, which may take long. */
const renderer = new SvgRenderer();

/** The PNG of an SVG of our own, one at a time, the workspaces in turn. UNAVAILABLE where that takes too long. */
export function drawPicture(workspaceId: number, svg: string): Promise<Buffer> {
  return turns.run(workspaceId, async () => {
    const drawn = await renderer.render({ bytes: Buffer.from(svg) }, maxSeconds);
    if (!('problem' in drawn)) return drawn;
    if (drawn.problem === tooComplicated) throw unavailable();
    throw new Error(`A picture of our own ${drawn.problem}`);
  });
}
