/** Reads a response of JSON lines while it arrives. */

/** Yield the objects of each piece that arrives; a line may be cut anywhere. */
export async function* jsonLines<Line>(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = done ? '' : lines.pop() ?? ''
    const found = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line)
    if (found.length > 0) yield found
    if (done) return
  }
}
