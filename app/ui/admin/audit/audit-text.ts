import { audit } from "#app/i18n/en/admin/audit.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ audit });

/** Texts of audits. */
export const auditText = merchantText("audit");
