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
  /** Only the merchant chooses a program. */
  readonly program?: { readonly label: string; readonly all: string };
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
