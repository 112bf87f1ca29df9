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
  /** Has a store's web pixel switched on, and told where the app answers. */
  "switch-on-pixel": { readonly shopId: string };
  /** Has the pixels of all stores looked at. */
  "check-pixels": Record<string, never>;
  /**
   * Evidence came that may belong to orders which are known already: where `orderId` is '', to that of a pixel's event,
   * or to those that were sold by a code since.
   */
  "evidence-arrived": {
    readonly shopId: string;
    readonly orderId: string;
    readonly eventId?: string;
    readonly sold?: { readonly code: string; readonly since: string };
  };
  /** Adds the codes of a batch to their discount in the store. */
  "make-codes": { readonly shopId: string; readonly batchId: string };
  /** Gives codes that the store has already to their affiliates. */
  "assign-codes": { readonly shopId: string; readonly batchId: string };
  /** Tells of a batch of codes whose job was given up. */
  "stop-codes": { readonly shopId: string; readonly batchId: string };
  /** Asks for codes for whoever joined a program whose newcomers get one. */
  "give-codes": Record<string, never>;
  /** Pauses, removes or deletes the codes whose notice period is over. */
  "end-codes": Record<string, never>;
  /** Compares the discounts and codes of the books with those of the stores. */
  "check-codes": Record<string, never>;
  /** Forgets what the visitors of a day that is over were hashed with. */
  "forget-visitors": Record<string, never>;
  /** Has the orders of every shop looked through whose turn it is. */
  "start-sweeps": { readonly cause?: "start" };
  /** Looks through the orders that changed on the platform for what no message brought. */
  "sweep-orders": { readonly shopId: string; readonly sweepId: string };
  /** Tells of a look whose job was given up. */
  "stop-sweep": { readonly shopId: string; readonly sweepId: string };
  /** Looks at how codes are used, and at what affiliates have in common, for what seems wrong. */
  "watch-fraud": Record<string, never>;
  /** Asks the stores which of their customers have an affiliate's e-mail address. */
  "know-customers": Record<string, never>;
  /** Plans the items of a batch of payouts, or posts them back where it is cancelled. */
  "plan-payouts": { readonly shopId: string; readonly batchId: string };
  /** Hands a batch of payouts to its provider, and watches it. */
  "send-payouts": { readonly shopId: string; readonly batchId: string };
  /** Compares a provider's statement with the payouts. */
  "match-statement": { readonly shopId: string; readonly statementId: string };
  /** Tells of a statement whose job was given up. */
  "stop-statement": { readonly shopId: string; readonly statementId: string };
  /** Goes on with batches whose worker died, and ends those of which nothing is open. */
  "watch-payouts": Record<string, never>;
  /** Makes the batches of the shops whose day of payment has come. */
  "schedule-payouts": Record<string, never>;
  /** Reminds affiliates for whom money waits that it needs payout details. */
  "remind-of-details": Record<string, never>;
  /** Tells affiliates that the statement of the month before is ready. */
  "tell-of-statements": Record<string, never>;
  /** Emails merchants about payouts that wait for them. */
  "tell-of-payouts": Record<string, never>;
  "tell-merchants": Record<string, never>;
  "send-summaries": Record<string, never>;
  /** Drops what is kept for a time only: bodies, old clicks, answers; makes partitions ahead. */
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
  "switch-on-pixel": { retryLimit: 6, retryDelay: 10, retryBackoff: true, expireInSeconds: 300 },
  "check-pixels": { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 },
  "evidence-arrived": { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "make-codes": longRun,
  "assign-codes": longRun,
  "stop-codes": { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "give-codes": { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 300 },
  "end-codes": { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 300 },
  "check-codes": { retryLimit: 1, retryDelay: 600, retryBackoff: false, expireInSeconds: 3 * 3600 },
  "forget-visitors": { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 },
  "start-sweeps": { retryLimit: 1, retryDelay: 30, retryBackoff: false, expireInSeconds: 600 },
  "sweep-orders": longRun,
  "stop-sweep": { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "watch-fraud": { retryLimit: 1, retryDelay: 300, retryBackoff: false, expireInSeconds: 3000 },
  "know-customers": { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 840 },
  "plan-payouts": longRun,
  "send-payouts": longRun,
  "match-statement": longRun,
  "stop-statement": { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "watch-payouts": { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 600 },
  "schedule-payouts": { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 1800 },
  "tell-of-statements": { retryLimit: 2, retryDelay: 300, retryBackoff: true, expireInSeconds: 3600 },
  "remind-of-details": { retryLimit: 2, retryDelay: 300, retryBackoff: true, expireInSeconds: 3600 },
  "tell-of-payouts": { retryLimit: 1, retryDelay: 60, retryBackoff: false, expireInSeconds: 900 },
  "tell-merchants": { retryLimit: 1, retryDelay: 60, retryBackoff: false, expireInSeconds: 900 },
  "send-summaries": { retryLimit: 1, retryDelay: 60, retryBackoff: false, expireInSeconds: 900 },
  "keep-house": { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 1800 },
};

/** Jobs that are sent with the payload of a job whose last attempt failed or whose worker died. */
export const afterLastTry: { readonly [Name in JobName]?: JobName } = {
  "make-codes": "stop-codes",
  "assign-codes": "stop-codes",
  "sweep-orders": "stop-sweep",
  "match-statement": "stop-statement",
};

export const jobNames = Object.keys(jobRules) as JobName[];
