// @vitest-environment happy-dom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import institution from '../institution.json' with { type: 'json' }

const { removeChild, insertBefore } = Node.prototype
/** Each root of React, and whether a node that somebody else has moved could end it. */
const roots: string[] = []
const begun = (how: string) => () => {
  const isReady = Node.prototype.removeChild !== removeChild && Node.prototype.insertBefore !== insertBefore
  roots.push(`${how}, ${isReady ? 'safe' : 'at risk'}`)
  return { render: () => {} }
}

vi.mock('react-dom/client', () => ({ createRoot: begun('drawn'), hydrateRoot: begun('taken over') }))

afterEach(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
  roots.length = 0
  vi.resetModules()
  vi.unstubAllGlobals()
})

test.each([
  ['the form', 'index.html', '', 'drawn, safe'],
  ['the form that the server sent', 'index.html', '<main></main>', 'taken over, safe'],
  ['the staff desk', 'staff.html', '', 'drawn, safe'],
])('%s allows for nodes that others move before React begins', async (_, page, sent, expected) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const data = { institution: institution.public, identity_cookie_prefix: 'Identity', release: '1' }
  const now = { today: '2026-11-21', now: '2026-11-21T08:00:00Z' }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify({ ...data, ...now })}</script>
    <div id="root">${sent}</div>`
  const html = readFileSync(join(import.meta.dirname, page), 'utf8')
  await import(join(import.meta.dirname, /<script type="module" src="(.+?)"/.exec(html)?.[1] ?? ''))
  await vi.waitFor(() => expect(roots).toEqual([expected]), 20_000)
})
