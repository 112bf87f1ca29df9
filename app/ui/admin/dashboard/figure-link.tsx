import { Link } from "@shopify/polaris";

type Props = {
  readonly url: string;
  /** What the figure is, for whoever hears the link alone. */
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
