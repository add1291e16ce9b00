import { expect, test } from 'vitest'
import { runtimePackages } from './release.ts'

test('a release has what the product needs and what that needs, where Node finds it, and no tool', () => {
  const packages = {
    '': { dependencies: { web: '1', vite: '1' } },
    'node_modules/web': { dependencies: { text: '1' }, optionalDependencies: { 'web-linux': '1' } },
    'node_modules/web-linux': { peerDependencies: { web: '1' } },
    'node_modules/text': { dependencies: { old: '1' } },
    'node_modules/old': {},
    'node_modules/web/node_modules/text': { dependencies: { old: '1' } },
    'node_modules/vite': { dependencies: { bundler: '1' } },
    'node_modules/bundler': {},
    'node_modules/vitest': { dependencies: { old: '1' } },
  }
  expect(runtimePackages({ packages })).toEqual([
    'node_modules/old',
    'node_modules/web',
    'node_modules/web-linux',
    'node_modules/web/node_modules/text',
  ])
})
