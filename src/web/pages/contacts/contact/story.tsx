import { Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { problemOf } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { ContactStoryDocument, type ContactStoryKind, type StoryEntryFragment } from '../../../gql/story.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { DangerItem, RowMenu } from '../../../kit/list/row-menu.tsx';
import { ProblemNote } from '../../../kit/messages.tsx';
import { RecordSection } from '../../../kit/record.tsx';
import type { ContactFields } from '../../../parts/answers/fields.ts';
import { NewNote } from './new-note.tsx';
import type { Note } from './note-dialogs.tsx';
import { Entry } from './story-entry.tsx';

const NoteDialogs = lazyPart(() => import('./note-dialogs.tsx'), 'NoteDialogs');

/** What the feed can be narrowed to. */
const filters: Readonly<Record<string, ContactStoryKind[]>> = {
  Notes: ['NOTE'],
  Calls: ['BOOKED', 'MOVED', 'REASSIGNED', 'CANCELLED', 'OUTCOME_SET'],
  Emails: ['MAIL'],
  Answers: ['FORM', 'ANSWERS'],
  Money: ['DEAL', 'PAYMENT', 'REFUND'],
};

interface StoryProps {
  readonly contact: ContactRecordFragment;
  readonly fields: ContactFields | undefined;
}

/** What happened with the contact, newest first, below a field for the next note. */
export function ContactStory({ contact, fields }: StoryProps) {
  const [shown, setShown] = useState<string>();
  const dialogs = useDialogs<'edit' | 'delete', Note>();
  const { id, previewId } = contact;
  return (
    <RecordSection title="Story">
      <NewNote contactId={id} />
      <Group gap={4} my="sm" role="group" aria-label="Show only">
        {Object.keys(filters).map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={name === shown ? 'filled' : 'default'}
            aria-pressed={name === shown}
            onClick={() => setShown(name === shown ? undefined : name)}
          >
            {name}
          </Button>
        ))}
      </Group>
      <ul className="timeline story">
        <StoryPage
          key={shown}
          previewId={previewId}
          kinds={shown === undefined ? undefined : filters[shown]}
          fields={fields}
          open={dialogs.open}
        />
      </ul>
      {(dialogs.of('edit').about || dialogs.of('delete').about) && (
        <NoteDialogs edit={dialogs.of('edit')} remove={dialogs.of('delete')} />
      )}
    </RecordSection>
  );
}

interface StoryPageProps extends Pick<StoryProps, 'fields'> {
  readonly previewId: string;
  readonly kinds: ContactStoryKind[] | undefined;
  readonly cursor?: string;
  readonly open: (name: 'edit' | 'delete', note: Note) => void;
}

/** A page of entries, and the next one by a button. Each follows what changes. */
function StoryPage(page: StoryPageProps) {
  const { previewId, kinds, cursor, fields, open } = page;
  const [goesOn, setGoesOn] = useState(false);
  const [{ data, error, fetching }, execute] = useQuery({
    query: ContactStoryDocument,
    variables: { previewId, kinds, cursor },
  });
  const story = data?.contactStory;
  if (error && !story && !fetching)
    return (
      <li>
        <ProblemNote problem={problemOf(error)} onRetry={() => execute({ requestPolicy: 'network-only' })} />
      </li>
    );
  if (!story) return null;
  const { entries, nextCursor } = story;
  return (
    <>
      {entries.length === 0 && cursor === undefined && <li className="soft">Nothing yet</li>}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} fields={fields}>
          {entry.noteId !== null && (
            <NoteMenu entry={entry} note={{ id: entry.noteId, text: entry.text ?? '' }} open={open} />
          )}
        </Entry>
      ))}
      {nextCursor && goesOn && <StoryPage {...page} cursor={nextCursor} />}
      {nextCursor && !goesOn && (
        <li>
          <Button variant="default" size="xs" onClick={() => setGoesOn(true)}>
            Show earlier
          </Button>
        </li>
      )}
    </>
  );
}

interface NoteMenuProps extends Pick<StoryPageProps, 'open'> {
  readonly entry: StoryEntryFragment;
  readonly note: Note;
}

/** Its author edits and deletes a note; owners and admins delete it. */
function NoteMenu({ entry: { actor }, note, open }: NoteMenuProps) {
  const session = useSession();
  const isOwn = actor?.userId === session.user.id;
  if (!isOwn && !isTeamLead(session)) return null;
  return (
    <RowMenu name={`the note of ${actor?.name || 'a former member'}`}>
      {isOwn && <Menu.Item onClick={() => open('edit', note)}>Edit…</Menu.Item>}
      <DangerItem onClick={() => open('delete', note)}>Delete…</DangerItem>
    </RowMenu>
  );
}
