/** The sounds of the table: synthesised, never a file, and silent if the player wants. */
import { useSettings } from './settings'

export type Sound = 'pick' | 'lay' | 'turn' | 'refuse' | 'beaten' | 'win'

/** Volume, randomness, frequency, attack, sustain, release, shape … as zzfx takes them. */
const SOUNDS: Readonly<Record<Sound, readonly (number | undefined)[]>> = {
  pick: [0.25, 0.05, 520, undefined, 0.01, 0.02, 1, 0.5],
  lay: [0.4, 0.05, 160, undefined, 0.01, 0.05, 4, 2.2, undefined, undefined, undefined, undefined, undefined, 3],
  turn: [0.3, 0.05, 320, undefined, 0.01, 0.04, 2, 1.6, 9],
  refuse: [0.4, 0, 110, 0.01, 0.05, 0.12, 1, 1.4, -2],
  beaten: [0.6, 0, 220, 0.01, 0.06, 0.25, 3, 1.2, -6],
  win: [0.6, 0, 523.25, 0.05, 0.3, 0.4, 1, 1.6, undefined, undefined, 262, 0.12, 0.08],
}

export async function sound(name: Sound): Promise<void> {
  if (!useSettings().settings.sounds || !navigator.userActivation.hasBeenActive) return
  const loaded = await import('zzfx').catch(() => null) // without a line the table is silent
  if (!loaded) return
  resumeByGesture(loaded.ZZFX.audioContext)
  loaded.zzfx(...SOUNDS[name])
}

let resumed: AudioContext | null = null

/** An iPhone starts sound only within a tap, and stops it when the player leaves the page. */
function resumeByGesture(audio: AudioContext): void {
  if (resumed === audio) return
  resumed = audio
  const resume = () => { if (audio.state !== 'running') void audio.resume().catch(() => undefined) }
  for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, resume)
}
