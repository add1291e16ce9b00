import { expect, test } from 'vitest'
import type { Outline } from '../../../engine/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readSettings } from '../../platform/settings/index.ts'
import { openSnapshot, sealSnapshot } from './index.ts'

const keyRing = createKeyRing(
  readSettings({ DATABASE_URL: 'postgresql://none', SECRET_KEY: `a:${btoa('k'.repeat(32))}` }),
)
const application = { answer: { essay: '"as":"copy"' }, add_another: {}, tabs: {}, document_answer: {} }

test('an outline stored by an earlier release is read in the current format', () => {
  const group = { kind: 'group', as: 'copy', title: 'College 1', items: [] }
  const outline = JSON.parse(JSON.stringify({ pages: [{ slug: 'education', label: 'Education', items: [group] }] }))
  const sealed = JSON.parse(sealSnapshot({ form_version: '2026.5', application, outline }, 'one', keyRing))
  const read = openSnapshot(sealed, 'one', keyRing)
  const [page]: Outline['pages'] = read.outline.pages
  expect(page?.items).toEqual([{ ...group, as: 'entry' }])
  expect(read.application).toEqual(application)
})
