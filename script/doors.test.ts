import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unusedExportsOfDoors } from './doors.ts'

const root = join(import.meta.dirname, '..')
const isProductCode = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.|-for-test\.|(^|\/)(testing|fixtures|dist)\//.test(path)

/** Names used only by tests of other rooms, and names that are used without a static import. */
const allowed = [
  'api/index.ts institutionParts',
  'engine/index.ts describe', // write-docs.ts loads the engine dynamically
  ...['isAtLeast', 'isAtMost', 'isLessThan', 'isMoreThan'].map((each) => `engine/index.ts ${each}`), // forms
  'engine/index.ts without',
  'screen/features/application/applicant/index.ts visitor',
  'screen/features/application/drafts/index.ts createMemoryStorage',
  'server/features/conversion/index.ts Outcome',
  'server/index.ts isSettingName',
  'server/index.ts refusals',
  'server/platform/database/index.ts Right',
  'server/platform/database/index.ts rights',
  'server/platform/http/index.ts createLoad',
  'server/platform/limits/index.ts LimitTable',
  'server/features/submissions/index.ts reconcileSubmissions',
  'server/features/submissions/index.ts sealSnapshot',
].map((each) => `${each.replace(' ', ' exports ')}, which no other room uses.`)

test('every export of an index.ts is used by another room, except those listed here', () => {
  const files = ['api', 'bench', 'engine', 'form', 'journeys', 'screen', 'script', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(isProductCode)
      .map((path) => ({ path: `${room}/${path}`, text: readFileSync(join(root, room, path), 'utf8') })),
  )
  expect(files.length).toBeGreaterThan(500)
  expect([...unusedExportsOfDoors(files)].sort()).toEqual(allowed.sort())
})
test('finds exports that no other room uses, including those of export *', () => {
  const files = [
    { path: 'engine/index.ts', text: "export { type Walk, walk } from './walk.ts'\nexport * from './words.ts'" },
    { path: 'engine/walk.ts', text: "import { spare } from './index.ts'" },
    { path: 'engine/words.ts', text: 'export const spoken = 1\nexport function spare() {}' },
    { path: 'server/main.ts', text: "import { spoken, walk as go } from '../engine/index.ts'" },
  ]
  expect(unusedExportsOfDoors(files)).toEqual([
    'engine/index.ts exports spare, which no other room uses.',
    'engine/index.ts exports Walk, which no other room uses.',
  ])
})
