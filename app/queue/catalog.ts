/** Jobs that run later or on a schedule, with their payloads. The inbox is a queue of its own. */
export type JobPayloads = {
  /** A sealed email, because it has an address and maybe a sign-in link. */
  "send-mail": { readonly shopId: string; readonly sealed: string };
  /** M11: approves pending commissions whose approval period is over. */
  "release-commissions": Record<string, never>;
  /** Verifies the books of one shop, or of all. */
  "prove-books": { readonly shopId?: string };
  /** Backtests a draft of terms on past orders. */
  "run-backtest": { readonly shopId: string; readonly backtestId: string };
  /** Imports past orders in bulk. */
  "import-orders": { readonly shopId: string; readonly importId: string };
  /** Decides about the rows of a long file. */
  "check-file": { readonly shopId: string; readonly importId: string };
  /** Imports an export of another affiliate system, or undoes its import. */
  "import-file": { readonly shopId: string; readonly importId: string };
  /** Marks the import of a file as stopped after its job failed for good. */
  "stop-file": { readonly shopId: string; readonly importId: string };
  /** Compares the referrals of another affiliate system's export with the store's orders. */
  "run-audit": { readonly shopId: string; readonly auditId: string };
  /** Compares an export of another affiliate system with shadow mode. */
  "run-comparison": { readonly shopId: string; readonly auditId: string };
  /** Invites the affiliates of an import. */
  "invite-imported": { readonly shopId: string; readonly importId: string };
  /** Turns on a store's web pixel with the app's address. */
  "switch-on-pixel": { readonly shopId: string };
  /** Checks the pixels of all stores. */
  "check-pixels": Record<string, never>;
  /**
   * Late attribution signals for known orders. Without `orderId`: for the order of a pixel event, or the orders with
   * a code since then.
   */
  "evidence-arrived": {
    readonly shopId: string;
    readonly orderId: string;
    readonly eventId?: string;
    readonly sold?: { readonly code: string; readonly since: string };
  };
  /** Creates the codes of a batch in the store. */
  "make-codes": { readonly shopId: string; readonly batchId: string };
  /** Assigns existing codes of the store to affiliates. */
  "assign-codes": { readonly shopId: string; readonly batchId: string };
  /** Marks a batch of codes as failed after its job failed for good. */
  "stop-codes": { readonly shopId: string; readonly batchId: string };
  /** Requests codes for affiliates who joined a program that gives one. */
  "give-codes": Record<string, never>;
  /** Pauses, removes or deletes codes whose notice period is over. */
  "end-codes": Record<string, never>;
  /** Compares the app's discounts and codes with the stores'. */
  "check-codes": Record<string, never>;
  /** Deletes the salts of visitors of past days. */
  "forget-visitors": Record<string, never>;
  /** Starts the sweeps of all shops that are due. */
  "start-sweeps": { readonly cause?: "start" };
  /** Finds orders on the platform that no webhook brought. */
  "sweep-orders": { readonly shopId: string; readonly sweepId: string };
  /** Marks a sweep as failed after its job failed for good. */
  "stop-sweep": { readonly shopId: string; readonly sweepId: string };
  /** Looks for suspicious use of codes and for accounts that affiliates share. */
  "watch-fraud": Record<string, never>;
  /** Finds affiliates among the stores' customers, by email address. */
  "know-customers": Record<string, never>;
  /** Plans the payments of a payout's section, or cancels them. */
  "plan-payouts": { readonly shopId: string; readonly sectionId: string };
  /** Sends a section to its provider, and watches it. */
  "send-payouts": { readonly shopId: string; readonly sectionId: string };
  /** Compares a bank statement with the payments. */
  "match-statement": { readonly shopId: string; readonly statementId: string };
  /** Marks a statement as failed after its job failed for good. */
  "stop-statement": { readonly shopId: string; readonly statementId: string };
  /** Continues sections whose worker died, and ends those without open payments. */
  "watch-payouts": Record<string, never>;
  /** Creates the payouts of shops whose payday has come. */
  "schedule-payouts": Record<string, never>;
  /** Reminds affiliates with a balance to enter payout details. */
  "remind-of-details": Record<string, never>;
  /** Tells affiliates that last month's statement is ready. */
  "tell-of-statements": Record<string, never>;
  /** Emails merchants about payouts that wait for them. */
  "tell-of-payouts": Record<string, never>;
  "tell-merchants": Record<string, never>;
  "send-summaries": Record<string, never>;
  /** Deletes expired bodies, clicks and answers, and creates partitions ahead. */
  "keep-house": Record<string, never>;
};

export type JobName = keyof JobPayloads;

type JobRule = {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
  /** Seconds after which a run counts as lost. */
  readonly expireInSeconds: number;
  /** Seconds of silence after which a worker counts as dead. For long runs. */
  readonly heartbeatSeconds?: number;
};

/**
 * For runs that end when they are done. After a crash another worker continues, with a limit high enough to end only
 * jobs that crash their workers.
 */
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
  "check-file": longRun,
  "import-file": longRun,
  "stop-file": { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  "run-audit": longRun,
  "run-comparison": longRun,
  "invite-imported": longRun,
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
  "check-file": "stop-file",
  "import-file": "stop-file",
  "sweep-orders": "stop-sweep",
  "match-statement": "stop-statement",
};

export const jobNames = Object.keys(jobRules) as JobName[];
