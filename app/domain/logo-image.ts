/** A raster image for mail programs and browsers. SVG is excluded, because it can contain scripts. */
export type LogoImage = {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  readonly width: number;
  readonly height: number;
};

type LogoFault = "damaged" | "format" | "large" | "pixels";

export const mostLogoBytes = 1_000_000;
const mostPixels = 4000;

/** Reads the type and size of an image, or the reason why it can't be a logo. */
export function readLogo(bytes: Uint8Array): LogoImage | { readonly fault: LogoFault } {
  if (bytes.length === 0) return { fault: "damaged" };
  if (bytes.length > mostLogoBytes) return { fault: "large" };
  const read = readerOf(bytes);
  if (!read) return { fault: "format" };
  const image = read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (image === null) return { fault: "damaged" };
  const { width, height } = image;
  if (width < 1 || height < 1) return { fault: "damaged" };
  return width > mostPixels || height > mostPixels ? { fault: "pixels" } : image;
}

type Reader = (view: DataView) => LogoImage | null;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function readerOf(bytes: Uint8Array): Reader | null {
  if (pngSignature.every((byte, at) => bytes[at] === byte)) return readPng;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg;
  const isWebp = textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP";
  return isWebp ? readWebp : null;
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

const bytesOf = (view: DataView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** Checks the chunks from the header to the end of the file. */
function readPng(view: DataView): LogoImage | null {
  const bytes = bytesOf(view);
  let at = pngSignature.length;
  let size: { width: number; height: number } | null = null;
  let hasData = false;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const name = textAt(bytes, at + 4);
    const next = at + 12 + length;
    if (next > bytes.length) return null;
    if (name === "IHDR" && length === 13) {
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (name === "IDAT") hasData = true;
    if (name === "IEND") {
      return size && hasData && next === bytes.length ? { type: "image/png", ...size } : null;
    }
    at = next;
  }
  return null;
}

/** Markers of a frame's header, which has the size. Others in this range are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Checks the segments up to the first scan. The file has to end with the end marker. */
function readJpeg(view: DataView): LogoImage | null {
  const end = view.byteLength;
  if (view.getUint16(end - 2) !== 0xff_d9) return null;
  let at = 2;
  let size: { width: number; height: number } | null = null;
  while (at + 9 <= end) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xda) return size && { type: "image/jpeg", ...size };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Checks the first chunk of a file that has the length in its header. */
function readWebp(view: DataView): LogoImage | null {
  const bytes = bytesOf(view);
  if (bytes.length < 30 || view.getUint32(4, true) + 8 !== bytes.length) return null;
  const type = "image/webp";
  switch (textAt(bytes, 12)) {
    case "VP8 ":
      return { type, width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return { type, width: (packed & 0x3f_ff) + 1, height: ((packed >>> 14) & 0x3f_ff) + 1 };
    }
    case "VP8X": {
      const sideAt = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
      return { type, width: sideAt(24), height: sideAt(27) };
    }
    default:
      return null;
  }
}

/** Path of a logo. It changes with the image, so that browsers can cache it for long. */
export function logoPath(shopId: string, hash: string): string {
  return `/logos/${shopId}/${hash}`;
}
