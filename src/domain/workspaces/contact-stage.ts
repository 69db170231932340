/** The system field that every workspace has from birth. It can be renamed and given options, never deleted. */
export const contactStage = {
  name: 'Contact stage',
  identifier: 'contact-stage',
  type: 'CONTACT',
  inputType: 'SINGLE_SELECT',
  options: ['Lead', 'Qualified', 'Opportunity', 'Customer', 'Lost'],
} as const;
