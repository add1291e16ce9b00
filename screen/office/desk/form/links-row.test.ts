import { expect, test } from 'vitest'
import { institutionParts } from '../../../../api/index.ts'
import { newId } from './links-row.tsx'

test.each([
  ['Summer housing', [], 'summer-housing'],
  ['Café & Más', ['housing'], 'cafe-mas'],
  ['Housing', ['housing'], 'housing-2'],
  ['Housing', ['housing', 'housing-3', 'housing-2'], 'housing-4'],
  ['住宿', [], 'link'],
  ['A title that is much longer than anybody needs it', [], 'a-title-that-is-much-longer-th'],
])('a link called %s, beside %j, is named %s', (title, known, id) => {
  expect(newId(title, known)).toBe(id)
  const link = { id: newId(title, known), title, address: 'https://x.example' }
  expect(institutionParts.public.shape.more_links.safeParse([link]).success).toBe(true)
})
