import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";

/** A QR code as a page draws it: its width in squares with the margin, and the dark squares as an SVG path. */
export type QrCode = { readonly size: number; readonly path: string };

/** Scanners need a margin of four squares. */
const margin = 4;
const pixelsPerSquare = 12;

function squaresOf(text: string): { size: number; isDark: (x: number, y: number) => boolean } {
  const { size, data } = encode(text, { ecc: "M", border: margin });
  return { size, isDark: (x, y) => data[y]?.[x] === true };
}

/** QR code of a text. Draw it dark on light in every theme, because many scanners can't read it inverted. */
export function qrCodeOf(text: string): QrCode {
  const { size, isDark } = squaresOf(text);
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_unused, x) => (isDark(x, y) ? `M${x} ${y}h1v1h-1z` : "")).join(""),
  );
  return { size, path: rows.join("") };
}

/** QR code as SVG, which prints at any size. */
export function qrSvg(text: string): string {
  const { size, path } = qrCodeOf(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * pixelsPerSquare}" height="${size * pixelsPerSquare}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}

/** QR code as a PNG with one bit per pixel, grayscale. Source: PNG (ISO/IEC 15948), chapters 5, 7 and 11. */
export function qrPng(text: string): Buffer {
  const { size, isDark } = squaresOf(text);
  const side = size * pixelsPerSquare;
  const stride = Math.ceil(side / 8) + 1;
  const rows = Buffer.alloc(stride * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (isDark(Math.floor(x / pixelsPerSquare), Math.floor(y / pixelsPerSquare))) continue;
      const at = y * stride + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const types = { svg: "image/svg+xml; charset=utf-8", png: "image/png" };

/** QR code as the file `NAME.svg` or `NAME.png`. Null for other names. */
export function qrFile(text: string, name: string): Response | null {
  const kind = /\.(svg|png)$/.exec(name)?.[1] as keyof typeof types | undefined;
  if (!kind) return null;
  const body = kind === "svg" ? qrSvg(text) : new Uint8Array(qrPng(text));
  return new Response(body, {
    headers: {
      "Content-Type": types[kind],
      "Content-Disposition": `attachment; filename="qr-code.${kind}"`,
      "Cache-Control": "private, no-store",
      Vary: "Authorization, Cookie",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
