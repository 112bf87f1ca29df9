/** Every job that runs later or on a schedule, with what it carries. The inbox is a queue of its own. */
export type JobPayloads = {
  /** A mail, sealed: addresses and links of sign-in do not lie open in the database. */
  "send-mail": { readonly shopId: string; readonly sealed: string };
  /** M11: what is pending becomes payable when its hold is over. */
  "release-commissions": Record<string, never>;
  /** Sums the books again: of one shop, or of all of them. */
  "prove-books": { readonly shopId?: string };
  /** Runs a draft of terms over past orders. */
  "run-backtest": { readonly shopId: string; readonly backtestId: string };
  /** Reads past orders in bulk from the platform. */
  "import-orders": { readonly shopId: string; readonly importId: string };
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
  /** A worker that is not heard of for so long is taken for dead; for runs that may be long. */
  readonly heartbeatSeconds?: number;
};

/** Ends when it is done; after a kill another worker goes on, so often that only a job which kills its worker ends. */
const longRun: JobRule = {
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 6 * 3600,
  heartbeatSeconds: 30,
};

export const jobRules: Record<JobName, JobRule> = {
  "send-mail": { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "release-commissions": { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 300 },
  "prove-books": { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 3600 },
  "run-backtest": longRun,
  "import-orders": longRun,
  "keep-house": { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 1800 },
};

export const jobNames = Object.keys(jobRules) as JobName[];
