import { wcagContrast } from 'culori'

/** The colors of one theme, by the names of their tokens, as `#rrggbb`. */
export type Tokens = Readonly<Record<string, string>>

/** The colors of both themes. */
export type Themes = { readonly day: Tokens; readonly night: Tokens }

/**
 * Every color pair in use: foreground, background, the ratio WCAG 2.2 AA requires (4.5 for text, 3 for marks and
 * borders), its use, and the theme if it is only in one.
 */
const pairs: readonly (readonly [string, string, number, string, (keyof Themes)?])[] = [
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
  // The focus mark has a ring that shows on the page and one that shows on it.
  ['accent-main', 'neutral-dark', 3, 'its two rings', 'day'],
  ['accent-main', 'white-main', 3, 'its outer ring on the page', 'night'],
  ['neutral-dark', 'white-main', 3, 'its inner ring on the page', 'night'],
]

/** A pair that cannot be told apart well enough. */
type ContrastFault = {
  readonly theme: keyof Themes
  readonly above: string
  readonly below: string
  readonly least: number
  /** Null if one of the two has no value. */
  readonly ratio: number | null
  readonly use: string
}

/** The pairs in use that are not as far apart as WCAG 2.2 AA requires; none where everybody can read everything. */
export const contrastFaults = (themes: Themes): readonly ContrastFault[] =>
  (['day', 'night'] as const).flatMap((theme) =>
    pairs.flatMap(([above, below, least, use, only = theme]) => {
      if (only !== theme) return []
      const [one, other] = [themes[theme][above], themes[theme][below]]
      const ratio = one === undefined || other === undefined ? null : wcagContrast(one, other)
      return ratio !== null && ratio >= least ? [] : [{ theme, above, below, least, ratio, use }]
    }),
  )
