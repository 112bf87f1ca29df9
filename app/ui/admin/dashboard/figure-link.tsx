import { Link } from "@shopify/polaris";

type Props = {
  readonly url: string;
  /** Label of the figure for screen readers. */
  readonly label: string;
  readonly children: string;
};

/** A figure that opens the list it is the sum of. */
export function FigureLink({ url, label, children }: Props) {
  return (
    <Link url={url} monochrome removeUnderline accessibilityLabel={`${label}: ${children}`}>
      {children}
    </Link>
  );
}
