import type { LinkTexts } from "../../shared/links/link-texts.ts";
import { useText } from "../../texts/use-text.ts";

/** The merchant's texts of the parts that pages of links share; `name` is the link's. */
export function useLinkTexts(name = ""): LinkTexts {
  const t = useText("links");
  return {
    name: t("fields.name"),
    page: { label: t("fields.page"), help: t("fields.pageHelp") },
    address: {
      label: t("fields.address"),
      help: t("fields.addressHelp"),
      newHelp: t("fields.newAddressHelp"),
    },
    subId: { label: t("fields.subId"), help: t("fields.subIdHelp") },
    code: t("fields.code"),
    noCode: t("fields.noCode"),
    program: { label: t("page.program"), all: t("fields.allPrograms") },
    utm: {
      source: t("fields.utmSource"),
      medium: t("fields.utmMedium"),
      campaign: t("fields.utmCampaign"),
      term: t("fields.utmTerm"),
      content: t("fields.utmContent"),
    },
    forms: {
      short: { label: t("forms.short"), help: t("forms.shortHelp"), copy: t("forms.copyShort") },
      direct: { label: t("forms.direct"), help: t("forms.directHelp"), copy: t("forms.copyDirect") },
      discount: { label: t("forms.discount"), help: t("forms.discountHelp"), copy: t("forms.copyDiscount") },
    },
    formsHelp: t("forms.help"),
    qr: { title: t("qr.title"), svg: t("qr.svg"), png: t("qr.png") },
    days: {
      none: t("days.none"),
      trend: (total) => t("days.trend", { total }),
      cursor: t("days.cursor"),
      table: t("days.table"),
      day: t("days.day"),
      clicks: t("page.clicks"),
      orders: t("page.orders"),
    },
    status: {
      paused: t("status.paused"),
      resumed: t("status.resumed"),
      archived: t("status.archived"),
      pause: t("status.pause"),
      pauseTitle: t("status.pauseTitle", { name }),
      pauseMessage: t("status.pauseMessage"),
      resume: t("status.resume"),
      archive: t("status.archive"),
      archiveTitle: t("status.archiveTitle", { name }),
      archiveMessage: t("status.archiveMessage"),
      cancel: t("status.cancel"),
    },
    saved: t("fields.saved"),
    save: t("fields.save"),
    discard: t("fields.discard"),
  };
}
