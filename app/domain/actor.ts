/** Who did something: stamped on audit events, shown in histories. Money never moves without one. */
export type Actor = {
  readonly kind: "staff" | "api-key" | "affiliate" | "system";
  /** The staff member, key or affiliate; null for the system itself. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
};

/** The app itself: webhooks, timers and jobs act under this name. */
export const systemActor: Actor = { kind: "system", id: null, name: "Affiliate Platform", email: null };
