/** A mail as the app means it: plain text and simple HTML that say the same. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where an answer goes; null where nobody reads answers. */
  readonly replyTo: string | null;
  /** Address that ends such emails with one POST (RFC 8058); left out for emails that someone asked for. */
  readonly unsubscribe?: string;
};
