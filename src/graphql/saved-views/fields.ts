import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  deleteSavedViewInput,
  savedViewListInput,
  savedViewRecord,
  saveViewInput,
} from '#src/domain/saved-views/saved-view.ts';
import { deleteSavedView, listSavedViews, saveView } from '#src/services/saved-views.ts';
import { recordType } from '../record-types.ts';
import { mutation, query } from '../root-fields.ts';

const SavedViewType = recordType('SavedView', savedViewRecord, {
  description: 'A name for the filters, the order and the columns of a list in the web application.',
});

const { read, write } = recordPolicies.SavedView;
const sessionsOnly = 'Only for sessions, of any role.';

query('savedViews', {
  type: [SavedViewType],
  description: `The views of a list that you have saved in the workspace, by name; at most 50. Nobody else sees them. ${sessionsOnly}`,
  access: read,
  input: savedViewListInput,
  assumedLength: 10,
  read: listSavedViews,
});

mutation('saveView', {
  type: SavedViewType,
  description: `Saves a view of a list, for you alone. If you have a view of the list with this name, it is replaced. A member can have at most 50 views of a list, and 500 of all lists. ${sessionsOnly}`,
  access: write,
  // A saved view may hide the steps.
  changes: ['savedViews', 'setupSteps'],
  input: { schema: saveViewInput, description: 'A view of a list.', argument: 'The view.' },
  perform: saveView,
});

mutation('deleteSavedView', {
  type: SavedViewType,
  description: `Deletes one of your views. NOT_FOUND if you have no view with this id. ${sessionsOnly}`,
  access: write,
  changes: ['savedViews', 'setupSteps'],
  input: { schema: deleteSavedViewInput, description: 'The view to delete.', argument: 'The view.' },
  perform: deleteSavedView,
});
