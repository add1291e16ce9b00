import { type KeyboardEvent, useId, useState } from 'react'
import { type Tabs, tabShown } from '../../../engine/index.ts'
import { useBlockActions } from '../block-actions.ts'
import type { BlockProps } from '../draw.ts'
import { useApplication } from '../use-application.ts'
import { BlockFieldset } from './block-fieldset.tsx'
import styles from './tabs-block.module.css'

/**
 * One of several ways to answer. Leaving a tab clears its answers, so arrow keys only move the focus and a press chooses.
 * Signed out, there is the first tab alone (specification §6).
 */
export function TabsBlock({ block, draw }: BlockProps<Tabs>) {
  const { signedIn, chooseTab } = useBlockActions()
  const chosen = useApplication((application) => (signedIn ? tabShown(block, application) : block.tabs[0]))
  const [busy, setBusy] = useState(false)
  const id = useId()
  if (chosen === undefined) return null
  const body = draw(chosen.items)
  if (!signedIn)
    return (
      <BlockFieldset name={id} legend={block.label}>
        {body}
      </BlockFieldset>
    )

  const choose = async (tabId: string) => {
    if (busy || tabId === chosen.id) return
    setBusy(true)
    try {
      await chooseTab(block, tabId)
    } finally {
      setBusy(false)
    }
  }
  return (
    <BlockFieldset name={id} legend={block.label}>
      <div>
        <div className={styles.tabs} role="tablist" aria-label={block.label} onKeyDown={moveFocus}>
          {block.tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              className={styles.tab}
              aria-selected={tab === chosen}
              aria-controls={`${id}-panel`}
              aria-busy={busy || undefined}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => choose(tab.id)}
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
      </div>
    </BlockFieldset>
  )
}

/** Left and right, and to either end (WAI-ARIA authoring practices, tabs). */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.children].filter((each) => each instanceof HTMLElement)
  const at = tabs.findIndex((each) => each.matches(':focus'))
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  tabs.at(to % tabs.length)?.focus()
}
