/** How cards move: how long a glide takes, the arc of a dealt card, the turn of a card, and the way back to the stock. */

interface Place {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** How long a card glides: as long as the style sheet says, which knows what the player wishes. */
export function glide(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--glide').trim()
  const time = Number.parseFloat(text)
  return Number.isNaN(time) ? 1 : time * (text.endsWith('ms') ? 1 : 1000)
}

const HIGHEST_ARC = 48
const ARC = 0.14
const TILT = 7

const at = ({ x, y, scale }: Place, turn = 0) => ({ transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})` })

/** The flight of a dealt card: in a low arc, and slightly turned while it is in the air. */
export function flight(from: Place, to: Place): { keyframes: Keyframe[]; time: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const arc = Math.min(HIGHEST_ARC, Math.hypot(dx, dy) * ARC)
  const middle = { x: from.x + dx * 0.55, y: from.y + dy * 0.55 - arc, scale: (from.scale + to.scale) / 2 }
  const tilt = Math.sign(dx) * Math.min(TILT, Math.abs(dx) / 40)
  return { keyframes: [at(from), at(middle, tilt), at(to)], time: glide() * 1.3 }
}

const EDGE = 'perspective(600px) rotateY(90deg) scale(1.04)'
const EDGE_BEHIND = 'perspective(600px) rotateY(-90deg) scale(1.04)'
const FLAT = 'perspective(600px) rotateY(0deg) scale(1)'

/** A card turns over like a page; `time` is in glides. */
export const TURN = {
  time: 1.2,
  away: [{ transform: FLAT }, { transform: EDGE, offset: 0.5 }, { transform: EDGE }] as Keyframe[],
  towards: [{ transform: EDGE_BEHIND }, { transform: EDGE_BEHIND, offset: 0.5 }, { transform: FLAT }] as Keyframe[],
}

/** Let the picture of a card that is gone from its pile return to the stock, turning over on the way. */
export function sendHome(card: HTMLElement, from: Place, home: Place): void {
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.className = 'leaving'
  for (const name of Object.keys(ghost.dataset)) if (!name.startsWith('v')) Reflect.deleteProperty(ghost.dataset, name)
  ghost.style.zIndex = '450'
  const front = ghost.querySelector<HTMLElement>('.front')
  const back = front?.cloneNode() as HTMLElement | undefined
  if (!front || !back) return
  back.classList.replace('front', 'back')
  front.after(back)
  card.parentElement?.append(ghost)
  const timing = { duration: glide() * TURN.time, fill: 'both' } as const
  front.animate(TURN.away, timing)
  back.animate(TURN.towards, timing)
  const remove = () => { ghost.remove() }
  ghost.animate([at(from), at(home)], { ...timing, easing: 'cubic-bezier(0.3, 0.7, 0.3, 1)' }).finished.then(remove, remove)
}
