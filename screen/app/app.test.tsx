// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import institutionFile from '../../institution.json' with { type: 'json' }
import { proves } from '../../testing/proves.ts'
import { createApp } from './app.tsx'

const { public: institution } = institutionFile

test.each([
  ['/about', false],
  ['/about?service_token=t', true],
])('the snapshot of a tab opened at %s says whether staff use it: %s', (address, expected) => {
  const data = { institution, identity_cookie_prefix: 'C', release: '1', today: '2026-11-21', now: new Date().toJSON() }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script>`
  window.history.replaceState(null, '', address)
  const { session } = createApp(async () => true)
  expect(session.applicant.snapshot.get().is_service_user, proves('3.snapshot.5')).toBe(expected)
})
