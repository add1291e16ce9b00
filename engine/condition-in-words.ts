import type { AnyCondition } from './conditions.ts'
import { questionsByKey } from './every-item.ts'
import type { Form } from './form.ts'
import { labelOf } from './options-of.ts'

/** Writes a condition for a registrar, with labels and option text instead of keys and codes. */
export function inWords(condition: AnyCondition, form: Form): string {
  switch (condition.operator) {
    case 'all':
      return condition.conditions.map((each) => nested(each, form)).join(' and ')
    case 'any':
      return condition.conditions.map((each) => nested(each, form)).join(' or ')
    case 'not':
      return `not (${inWords(condition.condition, form)})`
    case 'answered':
      return `${name(condition.valueKey, form)} is answered`
    case 'notAnswered':
      return `${name(condition.valueKey, form)} is not answered`
    case 'in':
    case 'notIn': {
      const words = condition.target.map((each) => valueInWords(condition.valueKey, each, form)).join(' or ')
      return `${name(condition.valueKey, form)} is ${condition.operator === 'in' ? '' : 'not '}${words}`
    }
    default:
      return `${name(condition.valueKey, form)} ${VERBS[condition.operator]} ${valueInWords(condition.valueKey, condition.target, form)}`
  }
}

const VERBS = {
  equals: 'is',
  notEquals: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
} as const

const nested = (condition: AnyCondition, form: Form) =>
  'conditions' in condition && condition.conditions.length > 1
    ? `(${inWords(condition, form)})`
    : inWords(condition, form)

const name = (key: string, form: Form) => `“${questionsByKey(form).get(key)?.label ?? key}”`

function valueInWords(key: string, value: string, form: Form): string {
  const question = questionsByKey(form).get(key)
  if (question?.kind === 'tick') return 'checked'
  return question?.kind === 'choice' ? labelOf(question, value) : value
}
