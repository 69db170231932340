/** The system field that every new workspace gets. Members can rename it and add options, but not delete it. */
export const contactStage = {
  name: 'Contact stage',
  identifier: 'contact-stage',
  type: 'CONTACT',
  inputType: 'SINGLE_SELECT',
  options: ['Lead', 'Qualified', 'Opportunity', 'Customer', 'Lost'],
} as const;
