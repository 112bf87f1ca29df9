import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { emailTextForm, emailWire } from "#app/contracts/emails.ts";
import { encode } from "#app/contracts/wire.ts";
import { isLanguage } from "#app/domain/languages.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import {
  previewEmail,
  readEmail,
  resetTemplate,
  saveTemplate,
  sendTestEmail,
} from "#app/flows/emails/templates.ts";
import { wordedEmail } from "#app/http/email-words.ts";
import { formAction, tooFast } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { limits } from "#app/http/limits.ts";
import { requireShop, type ShopContext } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { EmailPage } from "#app/ui/admin/settings/emails/email-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleBelow("notifications", data?.email.title);

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const email = answered(await readEmail(context.shopId, params["kind"] ?? ""));
  const asked = new URL(request.url).searchParams.get("language");
  const isAsked = isLanguage(asked) && email.texts.some((text) => text.language === asked);
  const language = isAsked ? asked : (email.texts[0]?.language ?? "en");
  const { subject, html, text } = answered(
    await previewEmail(context.shopId, email.id, { language, change: null }),
  );
  return {
    email: encode(emailWire, wordedEmail(email)),
    language,
    preview: { subject, html, text },
    testTo: testAddresses(context),
  };
}

/** Recipients of a test email: the signed-in person, or the store. */
function testAddresses({ actor, shop }: ShopContext) {
  const addresses = [
    { value: "me" as const, email: actor.email },
    { value: "contact" as const, email: shop.contactEmail },
  ];
  return addresses.flatMap(({ value, email }) => (email === null ? [] : [{ value, email }]));
}

/** Saves a text, resets it, previews it, or sends it as a test. */
export async function action({ request, params }: ActionFunctionArgs) {
  const kind = params["kind"] ?? "";
  return await formAction(request, emailTextForm, async ({ context, fields }) => {
    const { shopId } = context;
    const { language, intent } = fields;
    if (intent === "reset") {
      const reset = await resetTemplate(context, kind, language);
      return isRefusal(reset) ? reset : { ok: true as const, intent };
    }
    const { subject, body } = fields;
    if (intent === "save") {
      const saved = await saveTemplate(context, kind, { language, subject, body });
      return isRefusal(saved) ? saved : { ok: true as const, intent };
    }
    const mail = await previewEmail(shopId, kind, { language, change: { subject, body } });
    if (isRefusal(mail)) return mail;
    if (intent === "preview") {
      return {
        ok: true as const,
        intent,
        preview: { subject: mail.subject, html: mail.html, text: mail.text },
      };
    }
    const to = testAddresses(context).find((one) => one.value === fields.to);
    if (!to) return refuse("not-possible", { code: "no_contact_email" });
    if (limits.testEmails(shopId, context.now.getTime()) > 0) return tooFast();
    const refusal = await sendTestEmail(mail, to.email);
    return refusal ?? { ok: true as const, intent };
  });
}

export default function Email() {
  return <EmailPage {...useLoaderData<typeof loader>()} answer={usePageAnswer<typeof action>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.notifications")} />;
}
