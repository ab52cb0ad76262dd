/** The letters and numbers of card indices, drawn as strokes so that they look the same with any fonts. */

/** A glyph stands on a line at 100 and reaches up to 0; it is drawn with a stroke of `STROKE`. */
export interface Glyph {
  readonly width: number
  readonly path: string
}

export const STROKE = 15

const GLYPHS: Readonly<Record<string, Glyph>> = {
  A: { width: 80, path: 'M14 95 40 8l26 87M23 64h34M0 92.5h27M53 92.5h27' },
  2: { width: 64, path: 'M9 33C8-1 56-1 56 30c0 17-12 26-25 40L9 92.5h55' },
  3: { width: 66, path: 'M8 7.5h46L31 41c18-1 28 10 28 25 0 17-11 26.5-27 26.5-14 0-23-8-25-21' },
  4: { width: 70, path: 'M47 100V9L8 69h62' },
  5: { width: 66, path: 'M57 7.5H17L13 47c6-6 13-9 20-9 16 0 26 11 26 27 0 17-12 27.5-27 27.5-13 0-21-7-25-17' },
  6: { width: 68, path: 'M56 14C32-3 9 24 9 60c0 21 10 32.5 25 32.5S60 82 60 66 49 40 35 40 10 50 9.5 63' },
  7: { width: 62, path: 'M2 7.5h52C41 38 30 62 27 100' },
  8: { width: 66, path: 'M33 48c-12 0-21-8-21-20S21 7.5 33 7.5 54 16 54 28 45 48 33 48 8 56 8 70s10 22.5 25 22.5S58 84 58 70 45 48 33 48z' },
  9: { width: 68, path: 'M12 86c24 17 47-10 47-46 0-21-10-32.5-25-32.5S8 18 8 34s11 26 25 26 25-10 25.5-23' },
  10: { width: 94, path: 'M2 24 16 9v91M64 7.5c-14 0-22.5 17-22.5 42.5S50 92.5 64 92.5 86.5 75 86.5 50 78 7.5 64 7.5z' },
  J: { width: 64, path: 'M43 0v67c0 17-7 25.5-18 25.5S8 86 7.5 71M25 7.5h39' },
  Q: { width: 84, path: 'M40 7.5C21 7.5 8 24 8 50s13 42.5 32 42.5S72 76 72 50 59 7.5 40 7.5zM42 64l38 33' },
  K: { width: 82, path: 'M17 0v100M2 7.5h31M2 92.5h31M70 7 18 60M38 42l32 52M52 7.5h30M54 92.5h28' },
  D: { width: 78, path: 'M2 7.5h31C58 7.5 70.5 25 70.5 50S58 92.5 33 92.5H2M17 7.5v85' },
  B: { width: 70, path: 'M2 7.5h35c14 0 22 8 22 20S51 47 37 47H17M37 47c16 0 25.5 8 25.5 22.5S53 92.5 38 92.5H2M17 7.5v85' },
}

const NOTHING: Glyph = { width: 0, path: '' }

export const glyphOf = (text: string): Glyph => GLYPHS[text] ?? NOTHING
