import { type Application, isGiven } from './application.ts'
import type { Section } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form, Page } from './form.ts'
import type { Problem } from './problems-in.ts'
import { questionsShown } from './walk.ts'

/**
 * How far a section is. 'complete' has answers and nothing required is missing or wrong, so it is also when a section
 * counts as finished. 'optional' requires nothing and has no answer.
 */
type SectionState = 'not started' | 'begun' | 'complete' | 'optional'

/** `left` counts the questions that are missing or wrong. */
export type SectionProgress = {
  readonly id: string
  readonly title: string
  readonly state: SectionState
  readonly left: number
}
/** The sections that this applicant is asked, in reading order, and how many questions of the page are left. */
export type PageProgress = {
  readonly slug: string
  readonly left: number
  readonly sections: readonly SectionProgress[]
}

/**
 * How far an application is, page by page. Counted by the same walk and the same problems by which it is submitted, so
 * that a page with nothing left cannot have a problem. `problems` are those of this application.
 */
export function progressOf(
  form: Form,
  application: Application,
  problems: readonly Problem[],
): readonly PageProgress[] {
  const left = new Set(problems.map(({ key }) => key))
  const asked = new Set(questionsShown(form, application).map(({ question }) => question.key))
  return form.pages.map((page) => ({
    slug: page.slug,
    left: new Set(problems.filter((problem) => problem.page === page.slug).map(({ key }) => key)).size,
    sections: sectionsOf(form, page).flatMap((section) => {
      const keys = section.keys.filter((key) => asked.has(key))
      if (keys.length === 0) return []
      const isAnswered = keys.some((key) => isGiven(application.answer[key]))
      const open = new Set(keys.filter((key) => left.has(key))).size
      return [{ id: section.id, title: section.title, state: stateOf(isAnswered, open), left: open }]
    }),
  }))
}

function stateOf(isAnswered: boolean, left: number): SectionState {
  if (isAnswered) return left === 0 ? 'complete' : 'begun'
  return left === 0 ? 'optional' : 'not started'
}

/** Sections at any depth, because a section may be shown only under a condition. */
const sectionsOf = (form: Form, page: Page): readonly Section[] =>
  everyItem({ ...form, pages: [page] }).filter((item) => item.kind === 'section')
