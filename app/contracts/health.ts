import type { CheckState } from "#app/domain/health-check.ts";

/** A health check in words. */
export type HealthCheckWords = {
  readonly id: string;
  readonly title: string;
  readonly state: CheckState;
  readonly meaning: string;
  readonly next: string | null;
};
