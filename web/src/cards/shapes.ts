/** Adds shapes to the document that faces refer to: once, when the first face is shown. */
import { courtShapes } from './courts'

const ID = 'court-shapes'

export function showCourts(): void {
  if (document.getElementById(ID)) return
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.id = ID
  svg.setAttribute('width', '0')
  svg.setAttribute('height', '0')
  svg.setAttribute('aria-hidden', 'true')
  svg.classList.add('shapes')
  svg.innerHTML = courtShapes()
  document.body.append(svg)
}
