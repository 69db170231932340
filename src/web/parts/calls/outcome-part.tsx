import { lazyPart } from '../../kit/lazy-part.tsx';

export const OutcomeSheet = lazyPart(() => import('./outcome-sheet.tsx'), 'OutcomeSheet');
