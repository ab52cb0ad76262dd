import { expect, test } from 'vitest'

import { jsonLines } from './lines'

const bytes = new TextEncoder().encode('{"a":"ü"}\n{"a":2}\n\n{"a":3}')

/** The same bytes, in pieces of this length. */
function inPieces(length: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length))
      controller.close()
    },
  })
}

test.each([1, 2, 7, 10, 100])('lines cut into pieces of %i bytes are read whole', async (length) => {
  const found: unknown[] = []
  for await (const lines of jsonLines<unknown>(inPieces(length))) found.push(...lines)
  expect(found).toEqual([{ a: 'ü' }, { a: 2 }, { a: 3 }])
})
