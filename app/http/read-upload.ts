import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import { badBody, maxBodyBytes } from "./read-body.ts";

/** A posted file, whose bytes arrive while they are read. Without a file in the form, it is empty. */
export type UploadedFile = { readonly fileName: string; readonly bytes: AsyncIterable<Uint8Array> };

type UploadInput<Answer> = {
  readonly mostBytes: number;
  /** It need not read all bytes. */
  readonly keep: (file: UploadedFile) => Promise<Answer>;
  readonly tooLarge: () => Answer;
};

/**
 * Reads a posted form and passes its file on while it arrives. A form that declares more than `mostBytes` is answered
 * with `tooLarge`. Bytes that nobody needs are still received and dropped, because a browser whose connection ends
 * before the form is sent shows no answer.
 */
export async function readUpload<Answer>(
  request: Request,
  { mostBytes, keep, tooLarge }: UploadInput<Answer>,
): Promise<Answer> {
  if (Number(request.headers.get("Content-Length") ?? 0) > mostBytes + maxBodyBytes) {
    await drop(request.body);
    return tooLarge();
  }
  if (!isForm(request)) throw badForm();
  let kept: { readonly answer: Answer } | undefined;
  try {
    await parseMultipart(request, async ({ name, filename, data }) => {
      const bytes = received(data);
      if (name === "file" && filename !== undefined && kept === undefined) {
        kept = { answer: await keep({ fileName: filename, bytes }) };
      }
      // The parser would keep in memory what is left.
      await drop(data);
      return null;
    });
  } catch (error) {
    throw error instanceof Error && isFormFault(error) ? badForm() : error;
  }
  return kept === undefined ? await keep({ fileName: "", bytes: noBytes() }) : kept.answer;
}

/** The answer to a form that ends too early or isn't well-formed. */
const badForm = () => badBody(400, { code: "body_not_form" });

/** The parser names such a fault only by its text. */
const isFormFault = ({ message }: Error) => message.startsWith("malformed ");

const isForm = ({ headers, body }: Request) =>
  body !== null && /^multipart\/form-data\s*;\s*boundary=/.test(headers.get("Content-Type") ?? "");

async function* received(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = data[Symbol.asyncIterator]();
  for (;;) {
    const part = await parts.next().catch(() => {
      throw badForm();
    });
    if (part.done) return;
    yield part.value;
  }
}

/** More bytes than these are no mistake. */
const mostDropped = 2_000_000_000;

async function drop(bytes: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null): Promise<void> {
  let size = 0;
  for await (const some of (bytes ?? noBytes()) as AsyncIterable<Uint8Array>) {
    size += some.byteLength;
    if (size > mostDropped) return;
  }
}

// oxlint-disable-next-line require-yield
async function* noBytes(): AsyncGenerator<Uint8Array> {}
