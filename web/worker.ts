/** Builds the service worker from worker.js, with the names of all files that the build wrote and the texts of notifications. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

import { NOTIFICATIONS } from './src/words/notifications.ts'

const SOURCE = fileURLToPath(new URL('./worker.js', import.meta.url))
const PUBLIC = fileURLToPath(new URL('./public', import.meta.url))

export function worker(): Plugin {
  return {
    name: 'saloon-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const source = readFileSync(SOURCE, 'utf8').replace('__WORDS__', () => JSON.stringify(NOTIFICATIONS))
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.html'))
      const beside = readdirSync(PUBLIC).filter((name) => !name.endsWith('.png'))
      const files = [...built, ...beside].sort().map((name) => `/${name}`)
      const kept = beside.map((name) => readFileSync(`${PUBLIC}/${name}`))
      const version = kept.reduce((hash, content) => hash.update(content), createHash('sha256').update(source + files.join())).digest('hex').slice(0, 12)
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: source.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files)) })
    },
  }
}
