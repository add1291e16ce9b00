import { type KeyboardEvent, useId, useState } from 'react'
import { isGiven, keysIn, say, type Tabs, tabShown } from '../../../engine/index.ts'
import { AskFirst } from '../controls/ask-first.tsx'
import { BlockFieldset } from '../controls/field.tsx'
import { leadingTo } from '../controls/focus-question.ts'
import { useBlockActions } from '../store/block-actions.ts'
import { useDocumentActions } from '../store/document-actions.ts'
import { useApplication, useApplicationStore } from '../store/use-application.tsx'
import styles from './blocks.module.css'
import type { BlockProps } from './draw.tsx'
import { UploadInProgress } from './upload-in-progress.tsx'

/**
 * Several ways to answer, one per tab. Leaving a tab clears its answers, so arrow keys only move the focus, a press
 * chooses, and existing answers are removed only after confirmation. The server clears answers and files and changes the
 * tab in one call, so that nothing goes unless the tab changes; a file still uploading or converting prevents it. When signed out, only the first tab is shown (requirement
 * 6.anonymous.7).
 */
export function TabsBlock({ block, draw }: BlockProps<Tabs>) {
  const store = useApplicationStore()
  const { signedIn, chooseTab } = useBlockActions()
  const documents = useDocumentActions()
  const chosen = useApplication((application) => (signedIn ? tabShown(block, application) : block.tabs[0]), [])
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ readonly about: Tabs['tabs'][number]; readonly open: boolean }>()
  const [isHeld, setHeld] = useState(false)
  const id = useId()
  if (chosen === undefined) return null
  const body = draw(chosen.items)
  if (!signedIn)
    return (
      <BlockFieldset name={id} legend={block.label}>
        {body}
      </BlockFieldset>
    )

  const close = () => setAsked((now) => now && { ...now, open: false })
  const choose = async (tab: Tabs['tabs'][number]) => {
    setBusy(true)
    try {
      const keys = keysIn(chosen.items)
      if (!(await chooseTab(block, tab.id))) setHeld(true)
      else documents.forget(keys)
    } finally {
      setBusy(false)
      close()
    }
  }
  const askOrChoose = (tab: Tabs['tabs'][number]) => {
    if (busy || tab === chosen) return
    if (documents.isUploading(keysIn(chosen.items))) return setHeld(true)
    const { answer } = store.current()
    if (block.keys.some((key) => isGiven(answer[key]))) setAsked({ about: tab, open: true })
    else void choose(tab)
  }
  return (
    <BlockFieldset name={id} legend={block.label}>
      <div>
        <div className={styles.tabs} role="tablist" aria-label={block.label} onKeyDown={moveFocus}>
          {block.tabs.map((tab) => (
            <button
              key={tab.id}
              {...leadingTo(keysIn(tab.items))}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              className={styles.tab}
              aria-selected={tab === chosen}
              aria-controls={`${id}-panel`}
              aria-busy={busy || undefined}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => askOrChoose(tab)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        <div
          key={chosen.id}
          className={styles.panel}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.id}`}
        >
          {body}
        </div>
        {asked && (
          <AskFirst
            open={asked.open}
            busy={busy}
            header={say('Switch to {tab}?', { tab: asked.about.label })}
            description={say('This will erase what you entered under {tab}.', { tab: chosen.label })}
            yes={say('Switch')}
            no={say('Stay')}
            onYes={() => choose(asked.about)}
            onNo={close}
          />
        )}
        <UploadInProgress open={isHeld} onClose={() => setHeld(false)} />
      </div>
    </BlockFieldset>
  )
}

/** Left, Right, Home and End (WAI-ARIA authoring practices, tabs). */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.children].filter((each) => each instanceof HTMLElement)
  const at = tabs.findIndex((each) => each.matches(':focus'))
  const right = document.documentElement.dir === 'rtl' ? -1 : 1 // where the tab to the right is
  const to = { ArrowRight: at + right, ArrowLeft: at - right, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  tabs.at(to % tabs.length)?.focus()
}
