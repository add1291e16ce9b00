import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
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

/**
 * Every color pair in use: foreground, background, the ratio WCAG 2.2 AA requires (4.5 for text, 3 for marks and
 * borders), and its use.
 */
const pairs: [string, string, number, string][] = [
  ['neutral-dark', 'white-main', 4.5, 'reading text'],
  ['neutral-dark', 'white-dark', 4.5, 'text on the ground behind a card'],
  ['neutral-dark', 'primary-extra-light', 4.5, 'banner'],
  ['neutral-dark', 'secondary-extra-light', 4.5, 'repeated block'],
  ['neutral-dark', 'accent-extra-light', 4.5, 'notice'],
  ['neutral-dark', 'error-extra-light', 4.5, 'error summary, stop notice'],
  ['neutral-dark', 'neutral-extra-light', 4.5, 'quiet panel'],
  ['neutral-main', 'white-main', 4.5, 'hints and control borders'],
  ['neutral-main', 'white-dark', 4.5, 'captions on the ground'],
  ['neutral-main', 'neutral-extra-light', 4.5, 'hint on a quiet panel'],
  ['neutral-main', 'primary-extra-light', 4.5, 'second line of a highlighted option'],
  ['neutral-main', 'secondary-extra-light', 4.5, 'hint and border in a repeated block'],
  ['neutral-main', 'error-extra-light', 4.5, 'count in the error summary'],
  ['primary-main', 'white-main', 4.5, 'links, outline button; main button either way round'],
  ['primary-main', 'white-dark', 4.5, 'link on the ground behind a card'],
  ['primary-main', 'primary-extra-light', 4.5, 'link in the banner'],
  ['primary-main', 'secondary-extra-light', 4.5, 'quiet button in a repeated block'],
  ['primary-main', 'accent-extra-light', 4.5, 'link in a notice'],
  ['primary-main', 'error-extra-light', 4.5, 'link in a stop notice'],
  ['primary-dark', 'white-main', 4.5, 'headings; pressed button; footer either way round'],
  ['primary-dark', 'primary-extra-light', 4.5, 'pressed outline and quiet button, highlighted option'],
  ['white-main', 'primary-main', 4.5, 'main button'],
  ['white-main', 'primary-dark', 4.5, 'pressed main button'],
  ['white-main', 'error-main', 4.5, 'danger button'],
  ['white-main', 'success-main', 3, 'badge of a toast'],
  ['ground-text', 'ground-main', 4.5, 'footer, top of the completion page'],
  ['ground-quiet', 'ground-main', 4.5, 'small print and button borders on the footer'],
  ['secondary-main', 'white-main', 4.5, 'small labels'],
  ['secondary-dark', 'secondary-extra-light', 4.5, 'text on sage'],
  ['accent-dark', 'accent-extra-light', 4.5, 'icon of a notice'],
  ['accent-main', 'ground-main', 3, 'focus ring on the footer'],
  ['error-main', 'white-main', 4.5, 'field error, its border, danger button'],
  ['error-main', 'secondary-extra-light', 4.5, 'field error in a repeated block'],
  ['error-main', 'error-extra-light', 3, 'border of the error summary'],
  ['error-dark', 'error-extra-light', 4.5, 'links of the error summary'],
  ['success-main', 'white-main', 4.5, 'met, saved, success toast'],
  ['success-dark', 'success-extra-light', 4.5, 'text on pine'],
  ['neutral-dark', 'success-extra-light', 4.5, 'confirmation in a card'],
  ['success-main', 'success-extra-light', 3, 'its icon'],
  ['secondary-main', 'white-dark', 3, 'icon beside a card'],
  ['disabled-dark', 'disabled-extra-light', 4.5, 'label of a disabled control: exempt, kept'],
  ['disabled-main', 'white-main', 3, 'icon of a disabled control'],
]

describe.each([
  ['by day', tokens],
  ['at night', atNight],
])('%s', (_, theme) => {
  test.each(pairs)('%s on %s is at least %d:1 (%s)', (above, below, least) => {
    expect(contrast(theme.get(above), theme.get(below))).toBeGreaterThanOrEqual(least)
  })
})

test('the focus mark has a ring that shows on the page and one that shows on it', () => {
  expect(contrast(tokens.get('accent-main'), tokens.get('neutral-dark')), 'by day').toBeGreaterThanOrEqual(3)
  for (const ring of ['accent-main', 'neutral-dark']) {
    expect(contrast(atNight.get(ring), atNight.get('white-main')), `at night: ${ring}`).toBeGreaterThanOrEqual(3)
  }
})

test('every color has a value for the night, unless it is the same or a tint over both', () => {
  const colors = [...tokens].filter(([name, value]) => /^(#|rgb)/.test(value) && !name.startsWith('white-'))
  const same = colors.filter(([name, value]) => atNight.get(name) === value).map(([name]) => name)
  expect(same).toEqual(['accent-main', 'ground-quiet'])
})

/** Relative luminance and contrast ratio, as defined by WCAG 2.2. */
function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
