/** Every job that runs later or on a schedule, with what it carries. The inbox is a queue of its own. */
export type JobPayloads = {
  /** A mail, sealed: addresses and links of sign-in do not lie open in the database. */
  "send-mail": { readonly shopId: string; readonly sealed: string };
  /** M11: what is pending becomes payable when its hold is over. */
  "release-commissions": Record<string, never>;
  /** Sums the books again: of one shop, or of all of them. */
  "prove-books": { readonly shopId?: string };
  /** Drops what is kept for a time only: bodies, visitors' hashes, old clicks; makes partitions ahead. */
  "keep-house": Record<string, never>;
};

export type JobName = keyof JobPayloads;

type JobRule = {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
  /** Seconds after which a run counts as lost. */
  readonly expireInSeconds: number;
};

export const jobRules: Record<JobName, JobRule> = {
  "send-mail": { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "release-commissions": { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 300 },
  "prove-books": { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 3600 },
  "keep-house": { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 1800 },
};

export const jobNames = Object.keys(jobRules) as JobName[];
