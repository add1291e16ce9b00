import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'

const text = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = text.split('(prefers-color-scheme: dark)')
const tokensIn = (css: string): readonly (readonly [string, string])[] =>
  Array.from(css.matchAll(/^\s*--([\w-]+):\s*([^;]+);/gm), ([, name = '', value = '']) => [name, value] as const)
const tokens = new Map(tokensIn(light))
const atNight = new Map([...tokens, ...tokensIn(dark)])

const colours = ['primary', 'secondary', 'accent', 'neutral', 'white', 'error', 'disabled', 'success']
const shades = ['extra-light', 'light', 'main', 'dark']

test.each(colours)('%s has its four shades', (colour) => {
  for (const shade of shades) {
    expect(tokens.get(`${colour}-${shade}`), proves('3.state.20', '3.state.21')).toMatch(/^(#|rgb)/)
  }
})

test.each([
  ['xs', '0.4rem'],
  ['s', '0.8rem'],
  ['m', '2rem'],
])('loading circles of size %s measure %s', (size, measure) => {
  expect(tokens.get(`circle-${size}`), proves('3.state.24')).toBe(measure)
})

test('every color has a value for the night, unless it is the same or a tint over both', () => {
  const colors = [...tokens].filter(([name, value]) => /^(#|rgb)/.test(value) && !name.startsWith('white-'))
  const same = colors.filter(([name, value]) => atNight.get(name) === value).map(([name]) => name)
  expect(same).toEqual(['accent-main', 'ground-quiet'])
})
