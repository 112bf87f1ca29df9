import type { FormField } from "./form.ts";
import type { ApprovalRule } from "./rules.ts";

export const joiningModes = ["invitation", "open"] as const;
export type JoiningMode = (typeof joiningModes)[number];

/** How people join a program. It isn't part of the frozen terms: it says nothing about what anyone earns. */
export type Joining = {
  readonly mode: JoiningMode;
  /** Names the program in its join page's address; empty where nothing was ever saved. */
  readonly slug: string;
  readonly fields: readonly FormField[];
  readonly rules: readonly ApprovalRule[];
  /** The join page asks search engines to show it. */
  readonly isIndexable: boolean;
  /** Days after a decision until the same address can apply again. */
  readonly reapplyDays: number;
  /** Grows with each change; 0 where nothing was ever saved. */
  readonly revision: number;
};

export const defaultJoining: Joining = {
  mode: "invitation",
  slug: "",
  fields: [],
  rules: [],
  isIndexable: false,
  reapplyDays: 90,
  revision: 0,
};

export const mostFields = 20;
export const mostChoices = 50;
export const mostRules = 20;
export const mostConditions = 10;
export const mostValues = 50;
export const reapplyBounds = { least: 0, most: 3650 } as const;

export const applicationStatuses = ["unconfirmed", "new", "approved", "declined"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

const longestSlug = 60;

/** True for lower-case letters, digits and inner hyphens. */
export function isSlug(text: string): boolean {
  return text.length <= longestSlug && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}

/** An address from a program's name in Latin letters, with the first free number from 2 behind it. */
export function suggestSlug(latinName: string, taken: ReadonlySet<string>): string {
  const words = latinName.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const stem = words.join("-").slice(0, 40).replace(/-+$/, "") || "program";
  let slug = stem;
  for (let number = 2; taken.has(slug); number += 1) slug = `${stem}-${number}`;
  return slug;
}
