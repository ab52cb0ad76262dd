/** Pictures of cards as on the table, for a canvas: the same drawings, with the styles of the page resolved. */

export interface Sprite {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
}

/** Draw cards one by one, each when it is asked for, so that no task is long. */
export async function* sprites(cards: readonly HTMLElement[]): AsyncGenerator<Sprite, undefined> {
  for (const card of cards) {
    const { width, height } = card.getBoundingClientRect()
    yield { image: await drawn(card, width, height), width, height }
  }
}

async function drawn(card: HTMLElement, width: number, height: number): Promise<HTMLCanvasElement> {
  const sharp = Math.min(2, devicePixelRatio)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * sharp)
  canvas.height = Math.ceil(height * sharp)
  const context = canvas.getContext('2d')
  const face = card.querySelector('svg')
  if (!context) return canvas
  const front = getComputedStyle(card.querySelector('.front') ?? card)
  context.scale(sharp, sharp)
  context.fillStyle = front.backgroundColor
  context.strokeStyle = '#00000040'
  context.beginPath()
  context.roundRect(0.5, 0.5, width - 1, height - 1, Number.parseFloat(front.borderRadius) || 0)
  context.fill()
  context.stroke()
  if (face) {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(standalone(face, canvas.width, canvas.height))}`
    await image.decode().then(() => { context.drawImage(image, 0, 0, width, height) }, () => undefined)
  }
  return canvas
}

/** A face with the shapes that it refers to, which need not be on the page. */
export function standalone(face: SVGSVGElement, width: number, height: number): string {
  const copy = face.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('color', getComputedStyle(face).color)
  const names = new Set([...face.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? ''))
  const shapes = [...names].flatMap((name) => document.querySelector(name)?.outerHTML ?? [])
  const defs = [...document.querySelectorAll('svg.shapes > defs')].map((one) => one.innerHTML)
  const suits = [...document.querySelectorAll('symbol[id^="suit-"]')].filter((one) => !names.has(`#${one.id}`)).map((one) => one.outerHTML)
  copy.insertAdjacentHTML('afterbegin', `<defs>${[...defs, ...suits, ...shapes].join('')}</defs>`)
  return new XMLSerializer().serializeToString(copy)
}
