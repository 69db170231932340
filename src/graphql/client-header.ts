/** A page of another origin can send it only after a preflight, which is refused; so no such page can use the cookie. */
export const clientHeader = 'X-Slotline-Client';
