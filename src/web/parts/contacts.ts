interface Named {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** The name of a contact; where there is none, how they are reached. */
export function contactName({ firstName, lastName, email, phoneNumber }: Named): string {
  return fullName({ firstName, lastName }) || email || phoneNumber || 'Contact without a name';
}

export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim();
}

export const statusTitles = { POTENTIAL: 'Potential', QUALIFIED: 'Qualified', DISQUALIFIED: 'Disqualified' } as const;
