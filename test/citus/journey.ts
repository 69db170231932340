import { keyOf, rowsOf, teamWithRecords } from '../policy/records.ts';
import type { Member } from '../support/factories.ts';
import { recordRoots, relations, wholeRecord } from '../support/relations.ts';
import { valuesOf } from '../support/root-fields/documents.ts';
import { newRow, placeOf } from '../support/root-fields/place.ts';
import { lists, mutationSamples, querySamples, singles, writes } from '../support/root-fields/registry.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import { peopleAndInvitees } from './people.ts';
import type { Recorder } from './recorder.ts';

export { withDecimalTexts } from '../support/root-fields/documents.ts';

/** Every root field at least once, by GraphQL and by `/v1`, every relation, and the usual errors of each endpoint. */
export async function journey(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  const { OWNER: owner, CLOSER: closer } = await teamWithRecords(app, { owning: ['OWNER', 'CLOSER'] });
  await teamWithRecords(app, { owning: ['OWNER'] });
  const token = await app.session(owner);
  for (const each of [token, await app.apiKey(closer)]) await readEverything(recorder, owner, each);
  await followRelations(recorder, token);
  await writeEverything(recorder, owner, token);
  await useTheRest(recorder);
  await eraseSomebody(recorder, owner, token);
  await peopleAndInvitees(recorder);
}

/** A contact with calls, one to come, a deal and a payment. */
async function eraseSomebody(recorder: Recorder, owner: Member, token: string): Promise<void> {
  const { app } = recorder;
  const contactId = await app.contact(owner.workspaceId);
  const eventCallId = await app.call(owner, { contactId });
  await app.call(owner, { contactId, dateTime: '2098-03-04T12:00:00.000Z' });
  const dealId = await deal(app, owner, { contactId, eventCallId });
  await transaction(app, owner, { dealId, contactId, name: 'Ira', email: 'ira@example.com' });
  await recorder.graphql('eraseContact', { input: { id: contactId } }, token);
  await recorder.rest('eraseContact', { id: await app.contact(owner.workspaceId) }, token);
}

async function readEverything(recorder: Recorder, owner: Member, token: string): Promise<void> {
  for (const [field, list] of Object.entries(lists)) {
    // The list of one contact's possible duplicates.
    const isOfContact = querySamples[field]?.target === 'Contact';
    const { args = {} } = isOfContact ? { args: { contactId: await recorder.app.contact(owner.workspaceId) } } : list;
    const few = 'limit' in args ? { ...args, limit: 5 } : args;
    await recorder.graphql(field, few, token);
    await recorder.rest(field, few, token);
    await recorder.rest(field, { ...args, limit: 0 }, token);
  }
  for (const [field, { record, argument }] of Object.entries(singles)) {
    const rows = (await rowsOf(recorder.app, record)).filter(({ workspaceId }) => workspaceId === owner.workspaceId);
    const keys = rows.map((row) => keyOf(record, row)).sort((one, other) => Number(one) - Number(other));
    for (const key of [keys[0], typeof keys[0] === 'number' ? 2_000_000_000 : 'none']) {
      await recorder.graphql(field, { [argument]: key }, token);
      await recorder.rest(field, { [argument]: key }, token);
    }
  }
}

async function followRelations(recorder: Recorder, token: string): Promise<void> {
  for (const { from, field, to, isPaged } of relations) {
    const page = isPaged ? '(limit: 5)' : '';
    const inner = recordRoots[from]?.root(`id ${field}${page} { ${wholeRecord(to)} }`) ?? '';
    await recorder.document(`${from}.${field}`, `{ ${inner.replaceAll('limit: 100', 'limit: 5')} }`, token);
  }
}

/** Each mutation by GraphQL and, with an input of its own, by `/v1`; then with nothing in its input. */
async function writeEverything(recorder: Recorder, owner: Member, token: string): Promise<void> {
  const { app } = recorder;
  const place = await placeOf(app, owner);
  for (const { field, target, input } of writes) {
    const of = async () => input(target ? await newRow(app, target, owner) : {}, place);
    await recorder.graphql(field, { input: await of() }, token);
    await recorder.rest(field, await of(), token);
    await recorder.rest(field, {}, token);
  }
}

/** Every root field that is about no record of the policy table, each by the owner of a new workspace. */
async function useTheRest(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  for (const [field, sample] of [...Object.entries(querySamples), ...Object.entries(mutationSamples)]) {
    if (!('who' in sample)) continue;
    const owner = await app.workspace();
    const values = await valuesOf(app, owner, await placeOf(app, owner), field);
    const isInput = mutationSamples[field]?.input !== undefined;
    const token = sample.who === 'every caller' ? undefined : await app.session(owner);
    await recorder.graphql(field, isInput ? { input: values } : values, token);
    await recorder.rest(field, values, token);
  }
}
