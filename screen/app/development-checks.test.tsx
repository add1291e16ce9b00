// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entry, type Form, form, page, repeated, section, text } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { proves } from '../../testing/proves.ts'
import { DevelopmentChecks, isLocalHost } from './development-checks.tsx'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const name = text('first_name', 'First Name')
const misspelled = text('frist_name', 'First Name')
const elevenPrefixes = Array.from({ length: 11 }, (_, index) => `college_${index}_`)
const broken = form('1', [
  page('about', 'About', [section('s', 'S', [name, misspelled])]),
  page('education', 'Education', [
    section('t', 'T', [name]),
    repeated('colleges', 'Colleges', elevenPrefixes, 'College', [entry.text('name', 'Name')]),
  ]),
])

let root: Root
let host: HTMLElement
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.restoreAllMocks()
})

async function drawOn(hostname: string, definition: Form): Promise<void> {
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, hostname })
  await act(async () => root.render(<DevelopmentChecks form={definition} />))
  await act(() => import('./definition-findings.tsx')) // loads the part that is fetched on demand
}

test.each([
  ['localhost', true],
  ['causeway.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['apply.bridger.example', false],
  ['localhost.bridger.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.bridger.example', false],
])('%s is local: %s', (hostname, local) => expect(isLocalHost(hostname), proves('5.development.1')).toBe(local))

test.each([
  ['Keys used in multiple pages: first_name (about, education).', '5.development.2'],
  ['Keys missing from the data model: frist_name', '5.development.3'],
  ['maxNumberOfComponents of colleges is above 10.', '5.development.5'],
  ['No page asks last_name: an error on it leads nowhere.', '5.development.8'],
])('a local host shows on the page and in the console: %s', async (sentence, id) => {
  await drawOn('localhost', broken)
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('The form definition is broken.')
  expect(host.textContent, proves(id)).toContain(sentence)
  expect(console.warn, proves(id)).toHaveBeenCalledWith(expect.stringContaining(sentence))
})

test('any other host checks and shows nothing', async () => {
  await drawOn('apply.bridger.example', broken)
  expect(host.innerHTML, proves('5.development.1')).toBe('')
  expect(console.warn, proves('5.development.1')).not.toHaveBeenCalled()
})

test('our own form has no definition errors', async () => {
  await drawOn('localhost', admissions)
  expect(host.innerHTML).toBe('')
  expect(console.warn).not.toHaveBeenCalled()
})
