import { converter } from 'culori'
import type { Tokens } from './color-pairs.ts'
import type { Palette } from './palette.ts'

/**
 * The style sheet of a face: the values of tokens, and nothing else. Its rules are in the layer of the tokens they replace
 * and stronger than these, so they count in whatever order the two sheets come, and what the page prefers or prints with
 * still replaces them. Empty if everything is as in the product.
 */
export function brandSheet(palette: Palette | undefined, picture: string | 'none' | undefined): string {
  const day = [...(palette ? [...colorsIn(palette.day), ...depthsIn(palette.day)] : []), ...pictureRules(picture)]
  if (day.length === 0) return ''
  const night = palette
    ? `@media screen and (prefers-color-scheme:dark){:root:root{${colorsIn(palette.night).join('')}${NIGHT_DEPTHS}}}`
    : ''
  return `@layer base{:root:root{${day.join('')}}${night}}`
}

const colorsIn = (tokens: Tokens) => Object.entries(tokens).map(([name, value]) => `--${name}:${value};`)

/** What is seen through, by day. */
function depthsIn({ 'primary-dark': color = '' }: Tokens): readonly string[] {
  const { r = 0, g = 0, b = 0 } = toRgb(color) ?? {}
  const dark = [r, g, b].map((each) => Math.round(255 * each)).join(' ')
  return [`--overlay:rgb(${dark}/.55);`, `--shadow-float:0 1px 2px rgb(${dark}/.08),0 8px 24px rgb(${dark}/.12);`]
}

/** At night it is black in every face. */
const NIGHT_DEPTHS = '--overlay:rgb(0 0 0/.65);--shadow-float:0 1px 2px rgb(0 0 0/.4),0 8px 24px rgb(0 0 0/.5);'

const toRgb = converter('rgb')

/** The tokens that screen/parts/layout.module.css asks for the mountains. */
function pictureRules(picture: string | 'none' | undefined): readonly string[] {
  if (picture === undefined) return []
  return picture === 'none' ? ['--ridge-shown:none;'] : [`--ridge-picture:url(${picture});`, '--ridge-drawn:none;']
}
