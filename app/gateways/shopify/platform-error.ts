/**
 * Why the platform did not do what was asked:
 * `not-installed` no token is kept · `unauthorized` it refused the token · `throttled` it was asked too much,
 * for longer than we wait · `unreachable` no answer or a 5xx · `refused` it answered with errors.
 */
export type PlatformErrorKind = "not-installed" | "unauthorized" | "throttled" | "unreachable" | "refused";

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind;

  constructor(kind: PlatformErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PlatformError";
    this.kind = kind;
  }
}
