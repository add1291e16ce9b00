// @vitest-environment happy-dom
import { Children, isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import institutionFile from '../../institution.json' with { type: 'json' }
import { proves } from '../../testing/proves.ts'
import { createApp } from './app.tsx'
import type { Session } from './create-session.ts'
import { SessionContext } from './session-context.ts'

const { public: institution } = institutionFile

/** The session that an element below this one provides. */
function sessionIn(node: ReactNode): Session | undefined {
  for (const each of Children.toArray(node)) {
    if (!isValidElement<{ value?: Session; children?: ReactNode }>(each)) continue
    const found = each.type === SessionContext ? each.props.value : sessionIn(each.props.children)
    if (found !== undefined) return found
  }
  return undefined
}

test.each([
  ['/about', false],
  ['/about?service_token=t', true],
])('the snapshot of a tab opened at %s says whether staff use it: %s', (address, expected) => {
  const data = { institution, identity_cookie_prefix: 'C', release: '1', today: '2026-11-21', now: new Date().toJSON() }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script>`
  window.history.replaceState(null, '', address)
  const session = sessionIn(createApp(async () => true))
  expect(session?.applicant.snapshot.get().is_service_user, proves('3.snapshot.5')).toBe(expected)
})
