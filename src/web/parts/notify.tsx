import { notifications } from '@mantine/notifications';
import type { Problem } from '../app/problem.ts';

/** A short message that goes by itself. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
}

/** What went wrong with something that has no form of its own. It stays until it is closed. */
export function notifyProblem({ title, text, requestId }: Problem): void {
  const message = requestId === undefined ? text : `${text} (Request id: ${requestId})`;
  notifications.show({ title, message, color: 'red', withBorder: true, autoClose: false });
}
