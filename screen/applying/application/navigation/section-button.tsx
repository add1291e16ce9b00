import type { Page } from '../../../../engine/index.ts'
import { say } from '../../../../engine/index.ts'
import { PopoverButton } from '../../../parts/index.ts'
import { useLocation } from '../../../router/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import styles from './navigation.module.css'
import { SectionList, useSections } from './section-list.tsx'

/** On narrow screens, the section in view and a button that opens the list of all. */
export function SectionButton() {
  const { pathname } = useLocation()
  const page = useApplicant().store.form.pages.find(({ slug }) => `/${slug}` === pathname)
  return page && <ButtonOfPage page={page} />
}

function ButtonOfPage({ page }: { page: Page }) {
  const { sections, inView } = useSections(page)
  const at = sections.findIndex(({ id }) => id === inView)
  const name = sections[at]?.title
  if (name === undefined) return null
  return (
    <PopoverButton
      header={say('Sections')}
      button={{
        variant: 'quiet',
        size: 'small',
        flush: 'start',
        trailing: 'chevron-down',
        className: styles.button,
        children: (
          <span className={styles.words}>
            <span>{`${name},`}</span>{' '}
            <span className={styles.count}>
              {say('{position} of {total}', { position: at + 1, total: sections.length })}
            </span>
          </span>
        ),
      }}
    >
      {(close) => <SectionList sections={sections} inView={inView} onChosen={close} />}
    </PopoverButton>
  )
}
