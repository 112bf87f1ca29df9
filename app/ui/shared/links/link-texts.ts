import type { utmFields } from "#app/domain/affiliate-link.ts";
import type { LinkWire } from "#app/contracts/link.ts";

type Labeled = { readonly label: string; readonly help: string };

/** Texts of the parts that the merchant's and the affiliate's pages of links share. */
export type LinkTexts = {
  readonly name: string;
  readonly page: Labeled;
  readonly address: Labeled & { readonly newHelp: string };
  readonly subId: Labeled;
  readonly code: string;
  readonly noCode: string;
  readonly utm: Readonly<Record<(typeof utmFields)[number], string>>;
  readonly forms: Readonly<Record<keyof LinkWire["forms"], Labeled & { readonly copy: string }>>;
  readonly formsHelp: string;
  readonly qr: { readonly title: string; readonly svg: string; readonly png: string };
  readonly days: {
    readonly none: string;
    /** One sentence that describes the chart. */
    readonly trend: (total: string) => string;
    /** Name of the area that has the chart's cursor. */
    readonly cursor: string;
    readonly table: string;
    readonly day: string;
    readonly clicks: string;
    readonly orders: string;
  };
  readonly status: {
    readonly paused: string;
    readonly resumed: string;
    readonly archived: string;
    readonly pause: string;
    readonly pauseTitle: string;
    readonly pauseMessage: string;
    readonly resume: string;
    readonly archive: string;
    readonly archiveTitle: string;
    readonly archiveMessage: string;
    readonly cancel: string;
  };
  readonly saved: string;
  readonly save: string;
  readonly discard: string;
};

/** The merchant's texts; `name` is the link's. */
export function englishLinkTexts(name = ""): LinkTexts {
  return {
    name: "Name",
    page: {
      label: "Page of the store",
      help: "A path such as /products/mug, or the address of the page.",
    },
    address: {
      label: "Address",
      help: "The one that it has now goes on working.",
      newHelp: "Left empty, one is made up.",
    },
    subId: {
      label: "Sub-id",
      help: "Tells its clicks and orders apart, such as a newsletter or a channel.",
    },
    code: "Discount code put into the cart",
    noCode: "None",
    utm: {
      source: "UTM source",
      medium: "UTM medium",
      campaign: "UTM campaign",
      term: "UTM term",
      content: "UTM content",
    },
    forms: {
      short: {
        label: "Short link",
        help: "For anywhere. Each click is counted.",
        copy: "Copy short link",
      },
      direct: {
        label: "Direct link",
        help: "Leads to the page itself, for places that forbid forwarding.",
        copy: "Copy direct link",
      },
      discount: {
        label: "Link with discount",
        help: "Puts the code into the cart.",
        copy: "Copy link with discount",
      },
    },
    formsHelp: "All of them lead to the same page and count for the same affiliate.",
    qr: { title: "QR code", svg: "Download SVG", png: "Download PNG" },
    days: {
      none: "No clicks in the last 30 days",
      trend: (total) => `Clicks in the last 30 days: ${total}`,
      cursor: "Values by day",
      table: "View as table",
      day: "Day",
      clicks: "Clicks",
      orders: "Orders",
    },
    status: {
      paused: "Link paused",
      resumed: "Link works again",
      archived: "Link archived",
      pause: "Pause",
      pauseTitle: `Pause ${name}?`,
      pauseMessage:
        "Who follows it arrives at the store's front page, and it counts for nobody until it works again.",
      resume: "Resume",
      archive: "Archive",
      archiveTitle: `Archive ${name}?`,
      archiveMessage:
        "It leaves the lists. Who follows its address still arrives at the store, and it counts for nobody any more. What it brought stays, and it can be taken out again.",
      cancel: "Cancel",
    },
    saved: "Link saved",
    save: "Save",
    discard: "Discard",
  };
}
