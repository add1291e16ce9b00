import { type AnswerMap, answerTo } from '../../engine/index.ts'
import type { Warnings } from './warnings.ts'

/** A GPA above its scale, credits that are no number, and a rank in a class that is too small for it. */
export function gradeWarnings(answer: AnswerMap): Warnings {
  const warnings: Record<string, string> = {}
  for (const key of Object.keys(answer)) {
    const value = answerTo(answer, key).trim()
    if (value === '') continue
    if (/^(hs|college(_\d)?)_gpa$/.test(key)) {
      const scale = answerTo(answer, `${key}_scale`)
      if (!isNumber(value)) warnings[key] = 'Enter your GPA as a number, like 3.4.'
      else if (scale !== '' && Number(value) > Number(scale))
        warnings[key] = `This is above the scale of ${scale}. Please check both.`
      else if (scale === '' && Number(value) > 100)
        warnings[key] = 'This is above every scale we know. Please check it.'
    }
    if (/^college(_\d)?_credits$/.test(key) && !isNumber(value))
      warnings[key] = 'Enter your credits as a number, like 60.'
  }
  const [rank, size] = [answerTo(answer, 'hs_class_rank').trim(), answerTo(answer, 'hs_class_size').trim()]
  if (size !== '' && !/^\d+$/.test(size)) warnings.hs_class_size = 'Enter the size of your class as a number, like 140.'
  else if (rank !== '' && size !== '' && Number(rank) > Number(size))
    warnings.hs_class_size = 'Your rank is higher than the size of your class. Please check both.'
  return warnings
}

const isNumber = (value: string) => /^\d+(\.\d+)?$/.test(value)
