import { z } from 'zod'
import { canonicalCode, canonicalEmail, canonicalParagraph, canonicalText } from '../engine/index.ts'

/** A text of at most so many characters, counted as people count them: code points of the canonical text (Q87). */
const typed =
  (canonical: (text: string) => string) =>
  (most: number, message?: string): z.ZodString =>
    z
      .string()
      .overwrite(canonical)
      .refine((text) => [...text].length <= most, message)
      .meta({ maxLength: most })

/**
 * What people type, beside the answers of the form, comes in as its canonical text. Every call takes it through one of
 * these, so that nobody's clipboard or keyboard stores what does not show.
 */
export const typedLine = typed(canonicalText)
export const typedParagraph = typed(canonicalParagraph)
/** Digits and signs: a phone number, a reference number, a network. */
export const typedCode = typed(canonicalCode)
export const typedEmail = typed(canonicalEmail)
