/** What a user is asked on behalf of an app. */
export interface ConsentQuestion {
  readonly client: {
    readonly clientId: string;
    readonly name: string;
    readonly homepageUrl: string | null;
    readonly logoUrl: string | null;
    readonly status: string;
  };
  readonly scopes: readonly { readonly scope: string; readonly description: string }[];
  readonly workspaces: readonly { readonly id: number; readonly name: string; readonly allowed: boolean }[];
  /** The app is not approved. */
  readonly pending: boolean;
}

export interface ConsentRedirect {
  readonly redirectUrl: string;
  readonly error?: string;
  readonly errorDescription?: string;
}

export type ConsentAnswer =
  | { readonly redirect: ConsentRedirect }
  | {
      readonly refused: {
        readonly status: number;
        readonly body: { readonly error: string; readonly message: string };
      };
    };

/** Where the protocol is spoken, as far as the pages need it: given to them, for they know nothing of it. */
export interface ConsentDesk {
  preview(query: URLSearchParams, userId: number): Promise<{ readonly question: ConsentQuestion } | ConsentAnswer>;
  allow(query: URLSearchParams, member: { userId: number; workspaceId: number }): Promise<ConsentAnswer>;
  deny(query: URLSearchParams, userId: number): Promise<ConsentAnswer>;
}
