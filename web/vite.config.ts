import { fileURLToPath } from 'node:url'

import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

import { worker } from './worker.ts'

const SERVER = process.env.SALOON_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [vue(), worker()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: { outDir: '../src/saloon/page', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: SERVER, ws: true, changeOrigin: false } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 30_000, setupFiles: ['vitest.setup.ts'] },
})
