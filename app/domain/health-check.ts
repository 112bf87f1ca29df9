export type CheckState = "ok" | "warning" | "failed" | "unknown";

/** Result of a check: its state, its meaning and the next step, if there is one. */
export type Finding = { readonly state: CheckState; readonly meaning: string; readonly next: string | null };

export type HealthCheck = Finding & { readonly id: string; readonly title: string };

export function ok(meaning: string): Finding {
  return { state: "ok", meaning, next: null };
}

export function warning(meaning: string, next: string): Finding {
  return { state: "warning", meaning, next };
}

export function failed(meaning: string, next: string): Finding {
  return { state: "failed", meaning, next };
}

/** For a check that could not be tried. */
export function unknown(meaning: string, next: string | null = null): Finding {
  return { state: "unknown", meaning, next };
}
