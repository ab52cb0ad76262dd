/** What the court figures share: colours by suit, a face, and the things they hold. */
import type { Suit } from '../faces'

export interface Livery {
  /** Robe, its lining, and the trim of both. */
  readonly robe: string
  readonly dark: string
  readonly lining: string
  readonly trim: string
  readonly skin: string
  readonly shade: string
  readonly hair: string
}

export const GOLD = '#e3ad35'
export const GOLD_DARK = '#9a6a12'
export const IVORY = '#fff8e8'
export const INK = '#2a1d18'
export const STEEL = '#c9d3de'
export const STEEL_DARK = '#6d7c8c'

export const LIVERIES: Readonly<Record<Suit, Livery>> = {
  S: { robe: '#2f3f86', dark: '#1d2859', lining: '#b4233c', trim: '#8fb4ea', skin: '#f1c9a5', shade: '#d79f77', hair: '#3a2a22' },
  H: { robe: '#b8223a', dark: '#7f1226', lining: '#1f5d94', trim: '#f3b7a6', skin: '#f8d7bd', shade: '#e2ac8b', hair: '#d9992f' },
  C: { robe: '#1f7a55', dark: '#12503a', lining: '#6b2f72', trim: '#9fd8b4', skin: '#a9704a', shade: '#84522f', hair: '#241812' },
  D: { robe: '#d2671d', dark: '#97420d', lining: '#21487f', trim: '#ffd79a', skin: '#e3af83', shade: '#bf8557', hair: '#8a3d1c' },
}

/** A path with a fill, and a stroke where one is wanted. */
export const shape = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`

export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

export const disc = (x: number, y: number, r: number, fill: string, extra = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${extra && ` ${extra}`}/>`

export const discs = (points: readonly (readonly [number, number])[], r: number, fill: string, extra = '') =>
  points.map(([x, y]) => disc(x, y, r, fill, extra)).join('')

/** A suit's sign of a colour of its own. */
export const sign = (suit: Suit, x: number, y: number, size: number, fill: string) =>
  `<use href="#suit-${suit}" x="${x}" y="${y}" width="${size}" height="${size}" fill="${fill}"/>`

/** The oval of a face around (88, 50), its right side in shade, with eyes, nose and mouth. */
export function face({ skin, shade, hair }: Livery, { lips, soft = false }: { lips: string; soft?: boolean }): string {
  const brow = soft ? 1.5 : 2.4
  return [
    shape('M70 42c0-20 36-20 36 0 0 17-6 30-18 30S70 59 70 42z', skin),
    shape('M88 27c11 0 18 5 18 15 0 17-6 30-18 30 5-10 6-30 0-45z', shade, 'opacity=".55"'),
    line('M75.5 43.5q4.5-3.5 9-.5M92 43q4.5-3 9 .5', hair, brow),
    shape('M75.5 49q4.5-4.2 9 0-4.5 3-9 0zM92 49q4.5-4.2 9 0-4.5 3-9 0z', '#fff'),
    disc(80.2, 48.8, 2, INK), disc(96.4, 48.8, 2, INK),
    soft ? line('M75 48.5q4.7-4.5 9.5 0M91.8 48.5q4.7-4.5 9.5 0', INK, 1.2) : '',
    line('M88.5 48l-2.3 9.5q2 1.5 4.5.3', shade, 1.7),
    shape('M82.5 63.5q2.8-2 5.5-.8 2.7-1.2 5.5.8-5.5 4.8-11 0z', lips),
  ].join('')
}

/** A hand that closes around a staff at (x, y), with the cuff of its sleeve below. */
export function hand({ skin, shade, trim }: Livery, x: number, y: number): string {
  return [
    shape(`M${x - 9} ${y + 8}l2-11q1-5 6-5t8 3l3 4-2 11q-8 4-17-2z`, skin),
    line(`M${x - 5} ${y - 4}h11M${x - 6} ${y}h13M${x - 6} ${y + 4}h12`, shade, 1.3),
    shape(`M${x - 12} ${y + 7}q11 5 23 0l2 8q-13 6-27 0z`, trim),
  ].join('')
}
