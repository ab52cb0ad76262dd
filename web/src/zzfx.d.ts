declare module 'zzfx' {
  /** Play a sound made from these parameters. */
  export function zzfx(...parameters: (number | undefined)[]): unknown
  export const ZZFX: { readonly audioContext: AudioContext }
}
