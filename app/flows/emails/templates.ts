import type { Acting, Ctx } from "#app/domain/context.ts";
import {
  type EmailShop,
  type EmailTemplate,
  fitsKind,
  isOn,
  type CustomTemplate,
  sampleOf,
  templateFaults,
  tidyTemplate,
} from "#app/domain/emails/template.ts";
import {
  type EmailGroup,
  type EmailKind,
  emailKinds,
  type EmailNeed,
  isEmailKind,
  isMerchantEmail,
  switchOf,
  whyEssential,
} from "#app/domain/emails/kinds.ts";
import type { VariableName } from "#app/domain/emails/variables.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Language, languages } from "#app/domain/languages.ts";
import { refuse, refuseFields, type Refusal } from "#app/domain/refusal.ts";
import { previewMail, usualText } from "#app/gateways/email/event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { mailFaultText, sendMail } from "#app/gateways/email/send-mail.server.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  readEmailShop,
  removeCustomTemplate,
  saveCustomTemplate,
  switchEmail,
} from "#app/store/email-templates.ts";
import { lockShop } from "#app/store/shops.ts";

/** A kind of email with its texts, for editing. */
export type EmailSetting = {
  readonly id: EmailKind;
  readonly audience: "affiliate" | "merchant";
  readonly group: EmailGroup;
  readonly enabled: boolean;
  /** The reason why it can't be turned off, or null. */
  readonly essential: EmailNeed | null;
  /** Email whose switch this digest follows. */
  readonly digestOf: EmailKind | null;
  readonly texts: readonly EmailText[];
};

type EmailText = {
  readonly language: Language;
  readonly default: EmailTemplate;
  /** The store's own text, or null. */
  readonly custom: EmailTemplate | null;
  /** False for a custom text with a variable that the email no longer has. The default is sent instead. */
  readonly fits: boolean;
  readonly button: string;
  readonly variables: ReturnType<typeof variablesOf>;
};

const noSuchEmail = refuse("not-found", { code: "not_found", what: "email" });

/** The languages in which an email is written. Those to merchants are in English, as their screens are. */
export function languagesOf(kind: EmailKind): readonly Language[] {
  return isMerchantEmail(kind) ? ["en"] : languages;
}

/** All kinds of email, in the order of the catalog. */
export async function listEmails(shopId: ShopId): Promise<EmailSetting[]> {
  const shop = await readEmailShop(db(), shopId);
  return (Object.keys(emailKinds) as EmailKind[]).map((kind) => emailSetting(shop, kind));
}

export async function readEmail(shopId: ShopId, kind: string): Promise<EmailSetting | Refusal> {
  if (!isEmailKind(kind)) return noSuchEmail;
  return emailSetting(await readEmailShop(db(), shopId), kind);
}

function emailSetting(shop: EmailShop, kind: EmailKind): EmailSetting {
  const { audience, group } = emailKinds[kind];
  const switched = switchOf(kind);
  return {
    id: kind,
    audience,
    group,
    enabled: isOn(shop, kind),
    essential: whyEssential(switched),
    digestOf: switched === kind ? null : switched,
    texts: languagesOf(kind).map((language) => emailText(shop, kind, language)),
  };
}

function emailText(shop: EmailShop, kind: EmailKind, language: Language): EmailText {
  const { button, ...usual } = usualText(kind, language);
  const own = shop.templates.find((one) => one.kind === kind && one.language === language);
  return {
    language,
    default: usual,
    custom: own ? { subject: own.subject, body: own.body } : null,
    fits: own === undefined || fitsKind(kind, own),
    button,
    variables: variablesOf(kind, language),
  };
}

export type TemplateChange = EmailTemplate & { readonly language: Language };

/** Checks a text for `saveTemplate` and returns it normalized. */
function checkTemplate(kind: EmailKind, change: TemplateChange): TemplateChange | Refusal {
  const { language } = change;
  if (!languagesOf(kind).includes(language)) {
    return refuse("invalid", { code: "email_english_only" }, "language");
  }
  const template = tidyTemplate(change);
  const fault = refuseFields(templateFaults(kind, template));
  if (fault) return fault;
  return { ...template, language };
}

/** Stores the shop's own text of an email. Entering the usual text removes its own. */
export async function saveTemplate(
  { shop: { shopId }, actor, now }: Ctx,
  kind: string,
  change: TemplateChange,
): Promise<EmailSetting | Refusal> {
  if (!isEmailKind(kind)) return noSuchEmail;
  const checked = checkTemplate(kind, change);
  if ("refused" in checked) return checked;
  const { language, subject, body } = checked;
  return await inTransaction(async (tx) => {
    await lockShop(tx, shopId);
    const shop = await readEmailShop(tx, shopId);
    const text = emailText(shop, kind, language);
    const before = text.custom ?? text.default;
    if (before.subject === subject && before.body === body) return emailSetting(shop, kind);
    if (text.default.subject === subject && text.default.body === body) {
      await removeCustomTemplate(tx, shopId, { kind, language });
    } else {
      await saveCustomTemplate(tx, shopId, { kind, language, subject, body, now });
    }
    await auditTemplate(shopId, { action: "email-text-changed", kind, language, by: { actor, now }, tx });
    return emailSetting(await readEmailShop(tx, shopId), kind);
  });
}

/** Restores an email's default text. Does nothing if it has it already. */
export async function resetTemplate(
  { shop: { shopId }, actor, now }: Ctx,
  kind: string,
  language: Language,
): Promise<EmailSetting | Refusal> {
  if (!isEmailKind(kind)) return noSuchEmail;
  return await inTransaction(async (tx) => {
    if (await removeCustomTemplate(tx, shopId, { kind, language })) {
      await auditTemplate(shopId, { action: "email-text-reset", kind, language, by: { actor, now }, tx });
    }
    return emailSetting(await readEmailShop(tx, shopId), kind);
  });
}

/** Turns an email and its digest on or off. */
export async function turnEmail(
  { shop: { shopId }, actor, now }: Ctx,
  kind: string,
  on: boolean,
): Promise<EmailSetting | Refusal> {
  if (!isEmailKind(kind)) return noSuchEmail;
  const switched = switchOf(kind);
  const essential = whyEssential(switched);
  if (essential !== null && !on) {
    return refuse("not-possible", { code: "email_essential", what: essential }, "enabled");
  }
  return await inTransaction(async (tx) => {
    if (essential === null && (await switchEmail(tx, shopId, { kind: switched, isOn: on, now }))) {
      const action = on ? "email-turned-on" : "email-turned-off";
      await auditTemplate(shopId, { action, kind: switched, by: { actor, now }, tx });
    }
    return emailSetting(await readEmailShop(tx, shopId), kind);
  });
}

type TemplateAudit = {
  readonly action: string;
  readonly kind: EmailKind;
  readonly language?: Language;
  readonly by: Acting;
  readonly tx: Parameters<typeof recordAudit>[0];
};

async function auditTemplate(
  shopId: ShopId,
  { action, kind, language, by, tx }: TemplateAudit,
): Promise<void> {
  const details = { email: kind, ...(language !== undefined && { language }) };
  await recordAudit(tx, shopId, { subjectKind: "shop", subjectId: shopId, action, details, ...by });
}

/** An email with sample values. With `change`, as it would be after saving that. */
export async function previewEmail(
  shopId: ShopId,
  kind: string,
  { language, change }: { readonly language: Language; readonly change: EmailTemplate | null },
): Promise<Mail | Refusal> {
  if (!isEmailKind(kind)) return noSuchEmail;
  if (!languagesOf(kind).includes(language)) {
    return refuse("invalid", { code: "email_english_only" }, "language");
  }
  const shop = await readEmailShop(db(), shopId);
  if (change === null) return await previewMail(shop, kind, language);
  const checked = checkTemplate(kind, { ...change, language });
  if ("refused" in checked) return checked;
  const own: CustomTemplate = { kind, ...checked };
  return await previewMail({ ...shop, templates: [own] }, kind, language);
}

/** Sends a preview past the queue, so the mail server's answer is known. */
export async function sendTestEmail(preview: Mail, to: string): Promise<Refusal | null> {
  try {
    await sendMail({ ...preview, to }, randomToken());
    return null;
  } catch (error) {
    return refuse("unavailable", { code: "test_email_failed", message: mailFaultText(error) });
  }
}

/** Variables of a kind, with samples. */
export function variablesOf(kind: EmailKind, language: Language) {
  const names: readonly VariableName[] = emailKinds[kind].variables;
  return names.map((name) => ({
    name,
    sample: sampleOf(kind, name, language),
  }));
}
