/** Who is signed in in this browser, and in which workspace; null where nobody is. All tabs share the session. */
type SignedIn = { readonly userId: number; readonly workspaceId: number } | null;

const channel = new BroadcastChannel('slotline-session');

/** They learn of it at once. The server refuses the requests of a tab that shows another workspace. */
export function tellOtherTabs(signedIn: SignedIn): void {
  channel.postMessage(signedIn);
}

export function onNewsOfOtherTabs(listener: (signedIn: SignedIn) => void): void {
  channel.addEventListener('message', ({ data }) => listener(data as SignedIn));
}
