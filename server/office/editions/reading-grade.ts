import { syllable } from 'syllable'
import { type EditionContent, type Finding, namesIn, valuesIn } from '../../../api/index.ts'

/** School grade, by Flesch and Kincaid. The count of syllables is that of a package, and good to a few percent. */
export function gradeOf(texts: readonly string[]): number {
  const words = texts.flatMap(wordsOf)
  const sentences = texts.flatMap((text) => text.split(/[.!?:]+(?:\s|$)/)).filter((sentence) => sentence.trim() !== '')
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0)
  return (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []

const GRADE = 9
/** A sentence of few words varies a lot: one long name adds two grades. */
const FEWEST_WORDS = 12

const READ = ['sentences', 'program_sentences', 'wording', 'deadline', 'alert', 'retention_notice']

/** What an office has worded in a way that is hard to read, and harder than the words that it replaces. */
export function hardToRead(before: EditionContent, after: EditionContent): readonly Finding[] {
  const was = valuesIn(before)
  return Object.entries(valuesIn(after)).flatMap(([place, value]): readonly Finding[] => {
    const [first = '', sentence = '', form] = namesIn(place)
    if (!READ.includes(first) || JSON.stringify(was[place]) === JSON.stringify(value)) return []
    const text = typeof value === 'object' && 'text' in value ? value.text : String(value)
    const replaced = /sentences$/.test(first) && form === undefined ? gradeIn(sentence) : 0
    const grade = gradeIn(text)
    if (grade <= Math.max(GRADE, replaced)) return []
    return [
      {
        grade: 'told',
        place,
        says: `“${text}” is for grade ${Math.round(grade)}, by sentence length and syllables (Flesch-Kincaid). Most people read up to grade ${GRADE} with ease: use shorter sentences and words.`,
      },
    ]
  })
}

/** Of one text. A value that is filled in counts as a short word; of few words nothing is known. */
function gradeIn(text: string): number {
  const plain = text.replaceAll(/<\/?\w+>/g, '').replaceAll(/\{[\w.]+\}/g, 'name')
  return wordsOf(plain).length < FEWEST_WORDS ? 0 : gradeOf([plain])
}
