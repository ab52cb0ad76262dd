import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useNotices } from '@/stores/notices'

import { copy } from './copying'

beforeEach(() => { setActivePinia(createPinia()) })
afterEach(() => { vi.unstubAllGlobals() })

const text = () => useNotices().shown?.text

test('a text goes to the clipboard', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copy('193')
  expect(writeText).toHaveBeenCalledWith('193')
  expect(text()).toBe('Copied')
})

test('without a clipboard what is selected is copied, and if that fails too the text is shown', async () => {
  vi.stubGlobal('navigator', {})
  let selected = ''
  document.execCommand = () => {
    selected = (document.activeElement as HTMLTextAreaElement).value
    return true
  }
  await copy('193')
  expect([selected, text()]).toEqual(['193', 'Copied'])
  document.execCommand = () => false
  await copy('193')
  expect(text()).toBe('Copy it by hand: 193')
  expect(document.querySelector('textarea')).toBeNull()
})
