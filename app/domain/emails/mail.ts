/** An email. `text` and `html` have equal content. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Null if nobody reads replies. */
  readonly replyTo: string | null;
  /** One POST to this address ends such emails (RFC 8058). Missing in emails that someone asked for. */
  readonly unsubscribe?: string;
};
