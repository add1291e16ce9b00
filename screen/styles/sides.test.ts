import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Of a legend, which is as wide as its box; `inline-start` is too new for it. */
const KEPT = 'float: left'

/**
 * What names the left or the right side of something, which would stay there in a language that is read from right to left:
 * its start and end do not. Biome's rule for logical properties also asks for the other axis, which no language here turns.
 */
function sidesIn(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)
  return [...rules]
    .filter(([, name, value]) => `${name}: ${value}` !== KEPT)
    .flatMap(([, name = '', value = '']) => (hasSide(name, partsOf(value)) ? [`${name}: ${value}`] : []))
}

function hasSide(name: string, parts: readonly string[]): boolean {
  if (name.startsWith('--')) return false
  const [, right, , left = right] = parts
  if (/^(margin|padding|inset|border-(width|color|style)|scroll-(margin|padding))$/.test(name)) return left !== right
  if (/^border-radius$/.test(name)) return new Set(parts).size > 1
  if (/^(translate|box-shadow)$/.test(name)) return !/^(0|none|inset|var\(.*)$/.test(parts[0] ?? '')
  return /(^|-)(left|right)(-|$)/.test(name) || parts.some((part) => /^(left|right)$/.test(part))
}

/** The parts of a value: what is in parentheses is one. */
const partsOf = (value: string) => value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

test('no style sheet names the left or the right side', () => {
  const files = globSync('screen/**/*.css', { exclude: ['screen/dist/**'] })
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => sidesIn(readFileSync(file, 'utf8')).map((each) => `${file}: ${each}`))).toEqual([])
})

test.each([
  'margin-left: 1px',
  'padding: 0 1px 0 calc(1px + (2px * 2))',
  'inset: auto auto 0 0',
  'border-top-right-radius: 1px',
  'border-radius: 1px 0',
  'text-align: left',
  'translate: 6px 0',
  'right: 0',
])('a planted side is found: %s', (rule) => {
  expect(sidesIn(`.a { color: red; ${rule}; }`)).toEqual([rule])
})

test.each(['padding: 1px 2px', 'inset: 0 0 auto', 'translate: 0 6px', 'margin: 0 calc(1px + 2px) 0 calc(1px + 2px)'])(
  'both sides alike are none: %s',
  (rule) => {
    expect(sidesIn(`.a { ${rule}; }`)).toEqual([])
  },
)
