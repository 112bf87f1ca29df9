import { Link } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";

type Props = {
  /** With parts in tags: "Read the <terms>Terms of Service</terms>." */
  text: string;
  /** What each tag makes of its content. */
  tags: Readonly<Record<string, (content: string) => ReactNode>>;
};

/** A text with links in it. */
export function TaggedText({ text, tags }: Props) {
  // Split by a pattern with two groups: text, tag, content, text, and so on.
  const parts = text.split(/<(\w+)>([^<]*)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    // Parts of a text have no key but their index.
    // oxlint-disable-next-line react/no-array-index-key
    return index % 3 === 1 ? <Fragment key={index}>{tags[part]?.(parts[index + 1] ?? "")}</Fragment> : null;
  });
}

/** Makes an email address in a text a link. */
export function mailLink(email: string) {
  return <Link url={`mailto:${email}`}>{email}</Link>;
}
