import { InlineStack } from "@shopify/polaris";
import { Section } from "../detail-page.tsx";
import { FileButton } from "../file-button.tsx";
import type { LinkTexts } from "./link-texts.ts";

export type QrDrawing = { readonly size: number; readonly path: string };

type Props = {
  qr: QrDrawing;
  /** URL in the QR code. */
  address: string;
  /** Address of the files, without the ending. */
  fileUrl: string;
  texts: LinkTexts["qr"];
};

/** The link as a QR code: dark on light in every theme, because readers know no other. */
export function QrSection({ qr, address, fileUrl, texts }: Props) {
  return (
    <Section title={texts.title}>
      <figure className="qr-code">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          width="180"
          height="180"
          shapeRendering="crispEdges"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" />
        </svg>
        <figcaption>{address}</figcaption>
      </figure>
      <InlineStack gap="200">
        <FileButton url={`${fileUrl}.svg`} content={texts.svg} />
        <FileButton url={`${fileUrl}.png`} content={texts.png} />
      </InlineStack>
    </Section>
  );
}
