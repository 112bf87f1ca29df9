/** Small line drawings of the seeded goods; one viewBox, colours from the palette given. */

const SHAPES = {
  mug: '<path d="M62 60h62v62a18 18 0 0 1-18 18H80a18 18 0 0 1-18-18z"/><path d="M124 76h10a16 16 0 0 1 0 34h-10" fill="none"/><path d="M78 44c0-8 8-8 8-16M98 44c0-8 8-8 8-16" fill="none"/>',
  bottle:
    '<path d="M86 30h28v18l10 16v76a12 12 0 0 1-12 12H88a12 12 0 0 1-12-12V64l10-16z"/><path d="M76 92h48" fill="none"/>',
  tote: '<path d="M54 72h92l-8 78H62z"/><path d="M76 72c0-44 48-44 48 0" fill="none"/>',
  candle:
    '<rect x="68" y="76" width="64" height="72" rx="8"/><path d="M100 76V62" fill="none"/><path d="M100 60c-12-10 0-20 0-28 0 8 12 18 0 28z"/>',
  notebook:
    '<rect x="58" y="36" width="84" height="116" rx="6"/><path d="M72 36v116M88 66h38M88 84h38" fill="none"/>',
  blanket:
    '<path d="M48 66c34-18 70 18 104 0v74c-34 18-70-18-104 0z"/><path d="M48 92c34-18 70 18 104 0M48 116c34-18 70 18 104 0" fill="none"/>',
  lamp: '<path d="M72 40h56l16 56H56z"/><path d="M100 96v46M76 146h48" fill="none"/>',
  coffee: '<path d="M64 44h72l8 106H56z"/><path d="M64 44l8-14h56l8 14M78 92h44v28H78z" fill="none"/>',
  card: '<rect x="40" y="62" width="120" height="78" rx="8"/><path d="M40 84h120M62 112h40" fill="none"/><path d="M100 62c-30-26-40 0 0 0 40 0 30-26 0 0z" fill="none"/>',
  scarf: '<path d="M64 40c24 16 48 16 72 0l8 22c-28 18-60 18-88 0z"/><path d="M84 74h30v76H84zM84 134h30" />',
} as const;

export type Drawing = keyof typeof SHAPES;

/** An inline SVG of one seeded good on its own background. */
export function drawing(name: Drawing, background: string, ink: string): string {
  return `<svg viewBox="0 0 200 180" role="img" aria-hidden="true"><rect width="200" height="180" fill="${background}"/><g fill="#fff" stroke="${ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${SHAPES[name]}</g></svg>`;
}
