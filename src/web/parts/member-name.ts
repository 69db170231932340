interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
}

/** The name of a member; the e-mail address where there is none. */
export function memberName({ firstName, lastName, email = '' }: Named): string {
  return `${firstName} ${lastName}`.trim() || email;
}
