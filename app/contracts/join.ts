import { z } from "zod";
import type { FieldKind } from "#app/domain/applications/joining.ts";
import { plainName } from "./wire.ts";
import type { PayWire } from "./terms.ts";

const name = plainName(120);
const email = z.email();

/** Codes of texts in the catalog `join`. */
export type JoinFault =
  | "missing"
  | "too-long"
  | "not-a-link"
  | "not-a-choice"
  | "not-plain-text"
  | "has-link"
  | "not-an-email"
  | "not-agreed";

export type JoinFieldProblem = { readonly field: string; readonly fault: JoinFault };

/** Addresses as mail programs make links of them, also without a scheme: "shop.example". */
const address = /[/@]|[\p{L}\p{N}]\.\p{L}{2,}/u;

/**
 * Why a name can't be taken, or null. The first email greets an unconfirmed address with it, so it must not be able to
 * bring a stranger's link there.
 */
export function nameFault(text: string): JoinFault | null {
  if (text === "") return "missing";
  if (text.length > 120) return "too-long";
  if (address.test(text)) return "has-link";
  return name.safeParse(text).success ? null : "not-plain-text";
}

/** Why an email address can't be taken, or null. */
export function emailFault(text: string): JoinFault | null {
  if (text === "") return "missing";
  if (text.length > 254) return "too-long";
  return email.safeParse(text).success ? null : "not-an-email";
}

/** A form's answer: sent, or why not, with what was typed. */
export type JoinAnswer =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: "fields" | "too-fast" | "expired" | "terms-changed" | "too-many";
      readonly fields: readonly JoinFieldProblem[];
      readonly given: Readonly<Record<string, string>>;
    };

export type JoinFieldWire = {
  readonly id: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
};

export type JoinBrand = { readonly name: string; readonly logo: string | null };

/** The join page of a program. */
export type JoinPageWire = {
  readonly brand: JoinBrand;
  readonly program: { readonly name: string; readonly description: string };
  readonly commission: PayWire;
  /** The program's terms in the reader's language, one line each. */
  readonly terms: readonly string[];
  /** Null where the program isn't taking applications. */
  readonly form: JoinFormWire | null;
  readonly isIndexable: boolean;
};

export type JoinFormWire = {
  readonly fields: readonly JoinFieldWire[];
  /** Empty where no rule asks for the country. */
  readonly countries: readonly { readonly code: string; readonly name: string }[];
  /** Hidden fields with their values. */
  readonly hidden: Readonly<Record<string, string>>;
};
