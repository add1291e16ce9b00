import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori'
import { contrastFaults, type Themes, type Tokens } from './color-pairs.ts'

/** All colors of screen, PDF and mails, computed from the one color of an institution. */
export type Palette = Themes

/**
 * What a token is made of: lightness and chroma in OKLCH, where the same lightness looks as light in every hue, so that a
 * shade that can be read in teal can be read in maroon; and whose hue it has.
 *   brand  the color's, as strong as the color
 *   paper  the color's, a breath of it
 *   gold   that of attention, turned a little toward the color, so that it belongs to it and is still no red or green
 */
type Shade = readonly [lightness: number, chroma: number, hue: 'brand' | 'paper' | 'gold']

/** The shades of screen/styles/tokens.css, by day and at night. The color itself is `primary-main` by day. */
const shades: Readonly<Record<string, readonly [day: Shade | 'color' | 'dark' | 'ground', night: Shade]>> = {
  'primary-extra-light': [
    [0.962, 0.008, 'brand'],
    [0.267, 0.027, 'brand'],
  ],
  'primary-light': [
    [0.81, 0.035, 'brand'],
    [0.407, 0.051, 'brand'],
  ],
  'primary-main': ['color', [0.786, 0.069, 'brand']],
  'primary-dark': ['dark', [0.912, 0.027, 'brand']],
  'secondary-extra-light': [
    [0.961, 0.006, 'paper'],
    [0.244, 0.012, 'paper'],
  ],
  'secondary-light': [
    [0.833, 0.025, 'paper'],
    [0.45, 0.032, 'paper'],
  ],
  'secondary-main': [
    [0.498, 0.036, 'paper'],
    [0.776, 0.036, 'paper'],
  ],
  'secondary-dark': [
    [0.367, 0.032, 'paper'],
    [0.875, 0.025, 'paper'],
  ],
  'accent-extra-light': [
    [0.971, 0.03, 'gold'],
    [0.272, 0.039, 'gold'],
  ],
  'accent-light': [
    [0.885, 0.1, 'gold'],
    [0.474, 0.082, 'gold'],
  ],
  'accent-main': [
    [0.758, 0.147, 'gold'],
    [0.758, 0.147, 'gold'],
  ],
  'accent-dark': [
    [0.47, 0.098, 'gold'],
    [0.856, 0.122, 'gold'],
  ],
  'neutral-extra-light': [
    [0.973, 0.004, 'paper'],
    [0.25, 0.011, 'paper'],
  ],
  'neutral-light': [
    [0.886, 0.01, 'paper'],
    [0.369, 0.012, 'paper'],
  ],
  'neutral-main': [
    [0.503, 0.01, 'paper'],
    [0.756, 0.007, 'paper'],
  ],
  'neutral-dark': [
    [0.259, 0.009, 'paper'],
    [0.939, 0.007, 'paper'],
  ],
  'white-main': [
    [1, 0, 'paper'],
    [0.204, 0.008, 'paper'],
  ],
  'white-dark': [
    [0.985, 0.003, 'paper'],
    [0.178, 0.007, 'paper'],
  ],
  'disabled-extra-light': [
    [0.958, 0.004, 'paper'],
    [0.276, 0.009, 'paper'],
  ],
  'disabled-light': [
    [0.876, 0.008, 'paper'],
    [0.38, 0.012, 'paper'],
  ],
  'disabled-main': [
    [0.64, 0.009, 'paper'],
    [0.612, 0.009, 'paper'],
  ],
  'disabled-dark': [
    [0.521, 0.01, 'paper'],
    [0.721, 0.007, 'paper'],
  ],
  'ground-main': ['ground', [0.259, 0.039, 'brand']],
  'ground-far': [
    [0.424, 0.07, 'brand'],
    [0.362, 0.055, 'brand'],
  ],
  'ground-text': [
    [1, 0, 'paper'],
    [0.955, 0.007, 'paper'],
  ],
  'ground-quiet': [
    [0.81, 0.035, 'brand'],
    [0.81, 0.035, 'brand'],
  ],
}

/** What means the same to everybody: that something is wrong, or has succeeded. As in screen/styles/tokens.css. */
const meanings: Themes = {
  day: {
    ...{ 'error-extra-light': '#fdf1ee', 'error-light': '#efb6a9', 'error-main': '#b0321c', 'error-dark': '#7d1f0f' },
    ...{ 'success-extra-light': '#edf5ee', 'success-light': '#a8cfae' },
    ...{ 'success-main': '#2a6e3f', 'success-dark': '#174a28' },
  },
  night: {
    ...{ 'error-extra-light': '#351a15', 'error-light': '#7f4034', 'error-main': '#ff9c88', 'error-dark': '#ffc5b9' },
    ...{ 'success-extra-light': '#15291b', 'success-light': '#336b46' },
    ...{ 'success-main': '#84d09b', 'success-dark': '#b9e6c6' },
  },
}

/** The chroma for which the shades were chosen, and how much stronger a color makes them at most. */
const USUAL_CHROMA = 0.07
const STRONGEST = 2

const GOLD = 82 // degrees
const FARTHEST = 15 // degrees: an orange or a lime that still says “look here”

/**
 * The palette of one color, `#rrggbb`: the color itself where buttons and links are, and every shade around it. It may
 * have faults: ask `colorFault` first.
 */
export function paletteOf(color: string): Palette {
  const { l, c, h = 0 } = inOklch(color)
  const strength = Math.min(c / USUAL_CHROMA, STRONGEST)
  const toward = ((h - GOLD + 540) % 360) - 180
  const gold = GOLD + Math.max(-FARTHEST, Math.min(FARTHEST, toward)) * Math.min(strength, 1)
  const hex = (lightness: number, chroma: number, hue: number) =>
    formatHex(clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch'))
  const drawn = (shade: Shade | 'color' | 'dark' | 'ground'): string => {
    if (shade === 'color') return color.toLowerCase()
    if (shade === 'dark') return hex(Math.min(0.72 * l, 0.36), 0.8 * c, h)
    if (shade === 'ground') return hex(Math.min(0.72 * l, 0.32), 0.8 * c, h)
    const [lightness, chroma, hue] = shade
    if (hue === 'gold') return hex(lightness, chroma, gold)
    return hex(lightness, chroma * (hue === 'brand' ? strength : Math.min(strength, 1)), h)
  }
  const inTheme = (theme: 0 | 1): Tokens =>
    Object.fromEntries(Object.entries(shades).map(([name, both]) => [name, drawn(both[theme])]))
  return { day: { ...inTheme(0), ...meanings.day }, night: { ...inTheme(1), ...meanings.night } }
}

/**
 * Why a color cannot be that of an institution, in words that follow its name, with the nearest one that can; undefined
 * if it can. Only a color that is too light has a fault: every other shade is computed so that it can be read.
 */
export function colorFault(color: string): string | undefined {
  const judged = judgeColor(color)
  return judged && `${judged.fault}. The nearest color that can be read is ${judged.nearest}`
}

/** The same in two parts. */
export function judgeColor(color: string): { readonly fault: string; readonly nearest: string } | undefined {
  if (contrastFaults(paletteOf(color)).length === 0) return undefined
  const ratio = Math.floor(wcagContrast(color, '#ffffff') * 10) / 10
  return {
    fault: `is too light: links and buttons in ${color} could not be read everywhere on a page (${ratio}:1 on white; it takes somewhat more than 4.5:1)`,
    nearest: nearestColor(color),
  }
}

/** The same hue, just so much darker that everything can be read. */
function nearestColor(color: string): string {
  const { l, c, h = 0 } = inOklch(color)
  let [light, dark] = [l, 0]
  while (light - dark > 0.001) {
    const middle = (light + dark) / 2
    if (contrastFaults(paletteOf(at(middle))).length === 0) dark = middle
    else light = middle
  }
  return at(dark)

  function at(lightness: number): string {
    return formatHex(clampChroma({ mode: 'oklch', l: lightness, c, h }, 'oklch'))
  }
}

const toOklch = converter('oklch')

function inOklch(color: string): Oklch {
  const found = toOklch(color)
  if (!found) throw new Error(`${color} is not a color.`)
  return found
}
