import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { violationsIn } from './script/architecture.ts'

const root = import.meta.dirname

test('the project follows its architecture', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(500)
  expect(violationsIn(files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))).toEqual([])
})

/** A small project without a violation: each room, each door, and each way in that is allowed. */
const sound: Readonly<Record<string, string>> = {
  'engine/index.ts': "export { holds } from './holds.ts'",
  'engine/holds.ts': 'export const holds = true',
  'engine/holds.test.ts': "import { test } from 'vitest'; import { proves } from '../testing/proves.ts'",
  'form/index.ts': "import { holds } from '../engine/index.ts'",
  'api/index.ts': "import { z } from 'zod'; export { paths } from './browser.ts'",
  'api/browser.ts': "import type { z } from 'zod'; export const paths = {}",
  'screen/main.tsx': "import { App } from './app/app.tsx'",
  'screen/app/app.tsx': "import '../styles/base.css'; const page = () => import('../applying/account/login.page.tsx')",
  'screen/styles/base.css': '',
  'screen/parts/index.ts': "export { Button } from './button.tsx'",
  'screen/parts/button.tsx': 'export const Button = null',
  'screen/fields/index.ts': "export { store } from './store/store.ts'",
  'screen/fields/store/store.ts': 'export const store = null',
  'screen/fields/blocks/block.tsx': "import { store } from '../store/store.ts'",
  'screen/applying/account/index.ts': 'export const account = null',
  'screen/applying/account/login.page.tsx': "import { paths } from '../../../api/browser.ts'",
  'screen/applying/application/index.ts': "import type { z } from '../../../api/index.ts'",
  'server/main.ts': "import './app/start.ts'; const zod = 'import(\"../screen/main.tsx\")'",
  'server/index.ts': "export { sample } from './applying/accounts/testing/index.ts'",
  'server/app/start.ts': "import { accounts } from '../applying/accounts/index.ts'",
  'server/platform/database/index.ts': "import { Kysely } from 'kysely'",
  'server/applying/accounts/index.ts':
    "import { save } from './save.ts'; import institution from '../../../institution.json'",
  'server/applying/accounts/save.ts': "import { db } from '../../platform/database/index.ts'; export const save = null",
  'server/applying/accounts/testing/index.ts': 'export const sample = null',
  'server/office/mail/index.ts': "import { accounts } from '../../applying/accounts/index.ts'",
  'journeys/story.journey.ts': "import { form } from '../form/index.ts'",
  'bench/run.ts': "import { sample } from '../server/index.ts'",
  'script/check.ts': "import { form } from '../form/index.ts'",
  'testing/proves.ts': 'export const proves = null',
}

test('a sound project has no violation', () => expect(violationsWith({})).toEqual([]))

/** Each change plants one violation into the sound project; null removes a file. */
const planted: readonly (readonly [string, Readonly<Record<string, string | null>>, readonly string[]])[] = [
  ['the engine imports a room', { 'engine/holds.ts': "import '../api/browser.ts'" }, ['room: engine/holds.ts']],
  [
    'the engine imports what tests share',
    { 'engine/holds.ts': "import '../testing/proves.ts'" },
    ['room: engine/holds.ts'],
  ],
  [
    'the server imports the screen',
    { 'server/app/start.ts': "import '../../screen/parts/index.ts'" },
    ['room: server/app/start.ts'],
  ],
  [
    'a type of the server is on the screen',
    { 'screen/parts/button.tsx': "import type { A } from '../../server/index.ts'" },
    ['room: screen/parts/button.tsx'],
  ],
  [
    'a type is imported in a type',
    { 'screen/parts/button.tsx': "type A = import('../../server/index.ts').A" },
    ['room: screen/parts/button.tsx'],
  ],
  [
    'a journey imports the contract',
    { 'journeys/story.journey.ts': "export * from '../api/index.ts'" },
    ['room: journeys/story.journey.ts'],
  ],
  ['a room is entered beside its door', { 'form/index.ts': "import '../engine/holds.ts'" }, ['door: form/index.ts']],
  [
    'a room is entered lazily beside its door',
    { 'script/check.ts': "import('../engine/holds.ts')" },
    ['door: script/check.ts'],
  ],
  [
    'the server uses the door of the screen',
    { 'server/app/start.ts': "import '../../api/browser.ts'" },
    ['door: server/app/start.ts'],
  ],
  [
    'a feature is entered beside its door',
    { 'server/office/mail/index.ts': "import '../../applying/accounts/save.ts'" },
    ['door: server/office/mail/index.ts'],
  ],
  [
    'a page is imported at once',
    { 'screen/app/app.tsx': "import '../applying/account/login.page.tsx'" },
    ['door: screen/app/app.tsx'],
  ],
  [
    'a part that is no page is loaded lazily',
    { 'screen/app/app.tsx': "import('../applying/account/card.tsx')", 'screen/applying/account/card.tsx': '' },
    ['door: screen/app/app.tsx'],
  ],
  [
    'a program imports a test helper',
    { 'server/applying/accounts/save.ts': "import './testing/index.ts'" },
    ['test helper: server/applying/accounts/save.ts'],
  ],
  [
    'a field imports a feature',
    { 'screen/fields/blocks/block.tsx': "import '../../applying/account/index.ts'" },
    ['layer: screen/fields/blocks/block.tsx'],
  ],
  [
    'a layer of the fields imports a higher one',
    { 'screen/fields/store/store.ts': "import '../blocks/index.ts'", 'screen/fields/blocks/index.ts': '' },
    ['layer: screen/fields/store/store.ts'],
  ],
  [
    'a layer of the fields imports the fields',
    { 'screen/fields/blocks/block.tsx': "import '../index.ts'" },
    ['layer: screen/fields/blocks/block.tsx'],
  ],
  [
    'the platform imports a feature',
    { 'server/platform/database/index.ts': "import '../../office/mail/index.ts'" },
    ['layer: server/platform/database/index.ts', 'cycle: server/applying/accounts/index.ts'],
  ],
  [
    'a part imports a file above the layers',
    { 'screen/parts/button.tsx': "import '../main.tsx'" },
    ['layer: screen/parts/button.tsx'],
  ],
  [
    'a feature of the screen imports another',
    { 'screen/applying/account/index.ts': "import '../application/index.ts'" },
    ['feature: screen/applying/account/index.ts'],
  ],
  ['a package is in the engine', { 'engine/holds.ts': "import 'kysely'" }, ['package: engine/holds.ts']],
  ['node is in the form', { 'form/index.ts': "import 'node:fs'" }, ['package: form/index.ts']],
  [
    'a database is in a test of the engine',
    { 'engine/holds.test.ts': "import 'kysely'" },
    ['package: engine/holds.test.ts'],
  ],
  [
    'the whole contract is on the screen',
    { 'screen/applying/account/login.page.tsx': "import '../../../api/index.ts'" },
    ['zod on the screen: screen/applying/account/login.page.tsx'],
  ],
  [
    'zod is behind the door of the screen',
    { 'api/browser.ts': "import { z } from 'zod'" },
    ['zod on the screen: screen/applying/account/login.page.tsx'],
  ],
  [
    'zod is on the screen',
    { 'screen/parts/button.tsx': "import { z } from 'zod/mini'" },
    ['zod on the screen: screen/parts/button.tsx'],
  ],
  [
    'two files import each other',
    { 'engine/holds.ts': "import type {} from './index.ts'" },
    ['cycle: engine/holds.ts'],
  ],
  [
    'a circle closes lazily',
    { 'server/applying/accounts/save.ts': "import('../../office/mail/index.ts')" },
    ['layer: server/applying/accounts/save.ts', 'cycle: server/applying/accounts/index.ts'],
  ],
  ['a room is unknown', { 'common/index.ts': '' }, ['unknown place: common/index.ts']],
  ['a layer is unknown', { 'server/common/index.ts': '' }, ['unknown place: server/common/index.ts']],
  [
    'a layer of the fields is unknown',
    { 'screen/fields/common/index.ts': '' },
    ['unknown place: screen/fields/common/index.ts'],
  ],
  ['an import leads nowhere', { 'form/index.ts': "import './gone.ts'" }, ['not found: form/index.ts']],
  ['a room has no module', { 'bench/run.ts': null }, ['empty: bench']],
]

describe('a planted violation is found', () => {
  test.each(planted)('%s', (_, changes, expected) => {
    expect(violationsWith(changes).map((each) => each.split(' -> ')[0]?.split(': ').slice(0, 2).join(': '))).toEqual(
      expected,
    )
  })

  test('a file that cannot be read', () => {
    expect(() => violationsWith({ 'form/index.ts': 'import {' })).toThrow('form/index.ts cannot be read')
  })
})

function violationsWith(changes: Readonly<Record<string, string | null>>): readonly string[] {
  const files = Object.entries({ ...sound, ...changes })
  return violationsIn(files.flatMap(([path, text]) => (text === null ? [] : [{ path, text }])))
}
