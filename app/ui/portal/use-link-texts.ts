import type { LinkTexts } from "../shared/links/link-texts.ts";
import { useText } from "../texts/use-text.ts";

/** The affiliate's texts of the parts that pages of links share. */
export function useLinkTexts(name = ""): LinkTexts {
  const t = useText("portal");
  return {
    name: t("links.fields.name"),
    page: { label: t("links.fields.page"), help: t("links.fields.pageHelp") },
    address: {
      label: t("links.fields.address"),
      help: t("links.fields.addressHelp"),
      newHelp: t("links.fields.newAddressHelp"),
    },
    subId: { label: t("links.fields.subId"), help: t("links.fields.subIdHelp") },
    code: t("links.fields.code"),
    noCode: t("links.fields.noCode"),
    utm: {
      source: t("links.fields.utmSource"),
      medium: t("links.fields.utmMedium"),
      campaign: t("links.fields.utmCampaign"),
      term: t("links.fields.utmTerm"),
      content: t("links.fields.utmContent"),
    },
    forms: {
      short: {
        label: t("links.forms.short"),
        help: t("links.forms.shortHelp"),
        copy: t("links.forms.copyShort"),
      },
      direct: {
        label: t("links.forms.direct"),
        help: t("links.forms.directHelp"),
        copy: t("links.forms.copyDirect"),
      },
      discount: {
        label: t("links.forms.discount"),
        help: t("links.forms.discountHelp"),
        copy: t("links.forms.copyDiscount"),
      },
    },
    formsHelp: t("links.forms.help"),
    qr: { title: t("links.qr.title"), svg: t("links.qr.svg"), png: t("links.qr.png") },
    days: {
      none: t("links.days.none"),
      trend: (total) => t("links.days.trend", { total }),
      cursor: t("links.days.cursor"),
      table: t("links.days.table"),
      day: t("links.days.day"),
      clicks: t("links.clicks"),
      orders: t("links.orders"),
    },
    status: {
      paused: t("links.status.paused"),
      resumed: t("links.status.resumed"),
      archived: t("links.status.archived"),
      pause: t("links.status.pause"),
      pauseTitle: t("links.status.pauseTitle", { name }),
      pauseMessage: t("links.status.pauseMessage"),
      resume: t("links.status.resume"),
      archive: t("links.status.archive"),
      archiveTitle: t("links.status.archiveTitle", { name }),
      archiveMessage: t("links.status.archiveMessage"),
      cancel: t("links.status.cancel"),
    },
    saved: t("links.saved"),
    save: t("links.save"),
    discard: t("links.discard"),
  };
}
