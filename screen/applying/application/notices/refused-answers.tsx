import { pageOf, questionsByKey } from '../../../../engine/index.ts'
import { Notice, useObserved } from '../../../parts/index.ts'
import { Link, useLocation } from '../../../router/index.ts'
import { useApplicant } from '../applicant/index.ts'

/** Lists the answers that the server refused; the others are saved (Q23). */
export function RefusedAnswers() {
  const { queue, store } = useApplicant()
  const { pathname } = useLocation()
  const refused = useObserved(queue.subscribe, queue.refused)
  if (refused.length === 0) return null
  const questions = questionsByKey(store.form)
  return (
    <Notice kind="stop" title="We couldn’t save these answers. Please change them." role="alert">
      <ul>
        {refused.map((key) => (
          <li key={key}>
            <Link to={`/${pageOf(store.form, key) ?? pathname.slice(1)}#${key}`}>
              {questions.get(key)?.label ?? key}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
