import { type Application, answerTo, everyItem, type Form, keysByRole, questionsShown } from '../../../engine/index.ts'

/** The names of the schools that the applicant attended, in reading order: each must send a transcript. */
export function schoolsToAsk(form: Form, application: Application): readonly string[] {
  const shown = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const names = everyItem(form).flatMap((item) => {
    const key = item.kind === 'school' ? keysByRole(item).name : undefined
    return key !== undefined && shown.has(key) ? [answerTo(application.answer, key).trim()] : []
  })
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The school that a document is about: that of its entry, such as College 2; undefined for a document of no entry. */
export function schoolOf(form: Form, { answer }: Pick<Application, 'answer'>, documentKey: string): string | undefined {
  for (const item of everyItem(form)) {
    if (item.kind !== 'entry' || !item.keys.includes(documentKey)) continue
    const names = item.items.flatMap((inside) => (inside.kind === 'school' ? [keysByRole(inside).name] : []))
    return names.map((key) => (key === undefined ? '' : answerTo(answer, key).trim())).find(Boolean) ?? item.title
  }
  return undefined
}
