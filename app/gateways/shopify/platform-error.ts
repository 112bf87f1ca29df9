/**
 * Why the platform did not do what was asked:
 * `not-installed` no token is kept · `unauthorized` it refused the token (401) · `forbidden` it takes no call from this
 * server's address (403) · `throttled` it was asked too much, for longer than we wait · `unreachable` no answer or a 5xx ·
 * `denied` the app may not ask this (ACCESS_DENIED) · `refused` it answered with other errors.
 */
export type PlatformErrorKind =
  "not-installed" | "unauthorized" | "forbidden" | "throttled" | "unreachable" | "denied" | "refused";

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind;

  constructor(kind: PlatformErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PlatformError";
    this.kind = kind;
  }
}
