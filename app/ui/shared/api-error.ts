/** Why a call failed, as far as the person in front of the screen is concerned. */
export type ApiFailure =
  | { kind: "network" }
  | { kind: "timeout" }
  | { kind: "parse" }
  | { kind: "status"; status: number; serverMessage: string | null; fields: readonly FieldMessage[] };

export type FieldMessage = { readonly field: string; readonly message: string };

/** A call that did not end in an answer of 2xx. Its `message` is what the screen shows. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(textOf(failure));
    this.failure = failure;
  }
}

const unexpected = "An unexpected error occurred. Please try again.";

/** The text of SPEC §8 for an error, word for word. */
export function messageFor(error: unknown): string {
  if (error instanceof ApiError) return textOf(error.failure);
  if (error instanceof Error && error.message) return error.message;
  return unexpected;
}

/** HTTP status of a failed call, or null where there was no answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof ApiError && error.failure.kind === "status" ? error.failure.status : null;
}

function textOf(failure: ApiFailure): string {
  if (failure.kind === "network") return "Network error. Please check your connection.";
  if (failure.kind === "timeout") return "Request timeout. Please try again.";
  if (failure.kind === "parse") return "The server's answer could not be read.";
  return textOfStatus(failure.status) ?? (failure.serverMessage || unexpected);
}

function textOfStatus(status: number): string | null {
  if (status === 401) return "Authentication failed. Please install the app again.";
  if (status === 403) return "Access denied. Please check your permissions.";
  if (status === 404) return "Resource not found.";
  return null;
}
