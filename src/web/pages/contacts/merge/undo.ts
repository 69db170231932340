import { useNavigate } from '@tanstack/react-router';
import { UndoMergeContactsDocument } from '../../../gql/merge.ts';
import { notifyDone } from '../../../kit/messages.tsx';
import { useTakeBack } from '../../../kit/take-back.ts';

/** Undoes a merge, and shows the contact that exists again; says why where it cannot be undone any more. */
export function useUndoMerge(): (mergedContactId: number) => Promise<void> {
  const takeBack = useTakeBack();
  const navigate = useNavigate();
  return async (mergedContactId) => {
    const restored = (await takeBack(UndoMergeContactsDocument, { input: { mergedContactId } }))?.undoMergeContacts;
    if (!restored) return;
    await navigate({ to: '/contacts/$previewId', params: { previewId: restored.previewId }, search: true });
    notifyDone('The merge is undone');
  };
}
