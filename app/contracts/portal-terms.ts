/** Terms of a program in the reader's words. */
export type ProgramTermsWords = {
  readonly id: string;
  readonly program: string;
  readonly lines: readonly string[];
  /** How early affiliates hear of lower terms. */
  readonly notice: string;
};

/** An affiliate's terms in one program. */
export type OwnTermsWords = ProgramTermsWords & {
  readonly isAccepted: boolean;
  readonly since: string;
  readonly upcoming: { readonly date: string; readonly changes: readonly string[] } | null;
  /** Newest first. */
  readonly earlier: readonly {
    readonly from: string;
    readonly to: string;
    readonly lines: readonly string[];
  }[];
};
