/** The person, key or process behind a change, recorded on audit events. Every money movement names one. */
export type Actor = {
  readonly kind: "staff" | "api-key" | "affiliate" | "system";
  /** Id of the staff member, API key or affiliate. Null for the system. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
};

/** The app itself, for webhooks, timers and jobs. */
export const systemActor: Actor = { kind: "system", id: null, name: "Affiliate Platform", email: null };
