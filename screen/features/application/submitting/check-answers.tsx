import { useDeferredValue, useMemo } from 'react'
import { outlineOf, type PrintedPage, type PrintedRow, printedPages } from '../../../../engine/index.ts'
import { PrintedRows, SectionFrame, useApplication } from '../../../fields/index.ts'
import { Icon, VisuallyHidden } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import { useApplicant } from '../applicant/index.ts'
import styles from './check-answers.module.css'

/** Shows every answer from the earlier pages to read once more before signing; each section can be changed. */
export function CheckAnswers({ slugs }: { slugs: readonly string[] }) {
  const { form } = useApplicant().store
  const application = useDeferredValue(useApplication((current) => current)) // never slows down typing
  const pages = useMemo(() => printedPages(outlineOf(form, application), slugs), [form, application, slugs])
  return (
    <SectionFrame
      id="check-your-answers"
      title="Check your answers"
      note="What you sign below is all of this. Open a page to read it."
    >
      {pages.map((page) => (
        <PageOfAnswers key={page.slug} page={page} />
      ))}
    </SectionFrame>
  )
}

const PageOfAnswers = ({ page: { slug, title, rows } }: { page: PrintedPage }) => (
  <details className={styles.page}>
    <summary>
      <h3>{title}</h3>
      <span className={styles.count}>{counted(rows)}</span>
      <Icon name="chevron-down" />
    </summary>
    <PrintedRows
      rows={rows}
      from="h4"
      beside={({ level, title: section, key }) =>
        level === 2 && (
          <Link to={`/${slug}#${key}`}>
            Change<VisuallyHidden> {section}</VisuallyHidden>
          </Link>
        )
      }
    />
  </details>
)

/** For example "41 answers, 3 left empty". Checkboxes are not counted: an empty one is an answer too. */
function counted(rows: readonly PrintedRow[]): string {
  const asked = rows.flatMap((row) => {
    if (row.kind === 'table') return row.rows.flatMap(({ cells, below }) => [...cells, ...below].map(isAnswered))
    return row.kind === 'text' || row.kind === 'document' ? [row.answered] : []
  })
  const given = asked.filter((answered) => answered).length
  const open = asked.length - given
  const answers = given === 1 ? '1 answer' : `${given} answers`
  return open === 0 ? answers : `${answers}, ${open} left empty`
}

const isAnswered = ({ answered }: { readonly answered: boolean }) => answered
