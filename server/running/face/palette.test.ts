import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastFaults, type Tokens } from './color-pairs.ts'
import { colorFault, paletteOf } from './palette.ts'

const css = readFileSync(join(import.meta.dirname, '../../../screen/styles/tokens.css'), 'utf8')
const [light = '', dark = ''] = css.split('(prefers-color-scheme: dark)')
const tokensIn = (text: string): Tokens =>
  Object.fromEntries([...text.matchAll(/^\s*--([\w-]+):\s*(#[\da-f]{6});/gm)].map(([, name, value]) => [name, value]))
const ours = { day: tokensIn(light), night: { ...tokensIn(light), ...tokensIn(dark) } }

describe('our own colors', () => {
  test('every pair in use meets WCAG 2.2 AA by day and at night', () => {
    expect(Object.keys(ours.day)).toHaveLength(34)
    expect(contrastFaults(ours)).toEqual([])
  })

  test('a pair that is too close is found, with its theme and ratio', () => {
    const faint = { ...ours, night: { ...ours.night, 'neutral-main': '#4a4a4a' } }
    const [fault] = contrastFaults(faint)
    expect(fault).toMatchObject({ theme: 'night', above: 'neutral-main', below: 'white-main', least: 4.5 })
    expect(fault?.ratio).toBeCloseTo(2.03, 1)
  })

  test('a pair with a token that has no value is found', () => {
    const { 'error-dark': _, ...day } = ours.day
    expect(contrastFaults({ ...ours, day })).toMatchObject([{ theme: 'day', above: 'error-dark', ratio: null }])
  })
})

/** Black on white is 21:1, white on white 1:1 (WCAG 2.2, relative luminance). */
test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#17566a', 8.15],
])('%s on white is %d:1', (color, ratio) => {
  const day = { ...Object.fromEntries(Object.keys(ours.day).map((name) => [name, color])), 'white-main': '#ffffff' }
  const fault = contrastFaults({ ...ours, day }).find(
    ({ above, below }) => above === 'neutral-dark' && below === 'white-main',
  )
  if (ratio >= 4.5) expect(fault).toBeUndefined()
  else expect(fault?.ratio).toBeCloseTo(ratio, 2)
})

describe('the palette of a color', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  const anyColor = fc
    .tuple(channel, channel, channel)
    .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

  test('has a value for every color token of the screen', () => {
    const { day, night } = paletteOf('#5e2a7e')
    expect(Object.keys(day).sort()).toEqual(Object.keys(ours.day).sort())
    expect(Object.keys(night).sort()).toEqual(Object.keys(ours.day).sort())
  })

  test('leaves none of our colors but white, error and success', () => {
    for (const theme of ['day', 'night'] as const) {
      const palette = paletteOf('#5e2a7e')[theme]
      const same = Object.keys(palette).filter((name) => palette[name] === ours[theme][name])
      expect(same.filter((name) => !/^(error|success)-/.test(name) && palette[name] !== '#ffffff')).toEqual([])
      expect(same.filter((name) => /^(error|success)-/.test(name))).toHaveLength(8)
    }
  })

  test('has the color itself where links and buttons are', () => {
    expect(paletteOf('#5E2A7E').day['primary-main']).toBe('#5e2a7e')
  })

  test('any color is taken, and then everything can be read in it, or refused with one that is taken', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const fault = colorFault(color)
        expect(contrastFaults(paletteOf(color)).length > 0).toBe(fault !== undefined)
        if (fault === undefined) return
        const [nearest = ''] = /#[\da-f]{6}$/.exec(fault) ?? []
        expect(nearest, color).not.toBe(color)
        expect(contrastFaults(paletteOf(nearest)), `${nearest} for ${color}`).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })

  test('what is wrong with a color that is refused is only that itself is too light', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        for (const { theme, above, below } of contrastFaults(paletteOf(color)))
          expect([theme, [above, below].includes('primary-main')]).toEqual(['day', true])
      }),
      { numRuns: 1500 },
    )
  })

  test('yellow is refused, and a yellow that can be read is named', () => {
    expect(colorFault('#ffcc00')).toMatch(/^is too light: .* \(1\.5:1 on white; .* is #886b00$/)
    expect(colorFault('#886b00')).toBeUndefined()
  })

  test.each(['#000000', '#17566a', '#cc0000', '#00563f', '#002868', '#4b2e83'])('%s is taken', (color) =>
    expect(colorFault(color)).toBeUndefined(),
  )
})
