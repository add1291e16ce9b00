import { IDLE_AFTER, type LastActivity, PROMPT_BEFORE } from './last-activity.ts'

const SECOND = 1000
/** Events that count as activity: only those caused by a person, not by the page itself. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const

/**
 * Watches whether the person is still there (requirements 4.idle). `onPrompt` is called each second with the seconds
 * left, from 60 down, and with undefined once someone stays, here or in another tab. `onIdle` is called when the time
 * is over, at the latest when a computer that slept is used again. While the prompt is open, moving the mouse or typing
 * does not count. Returns a function that stops it.
 */
export function createIdleMonitor(tools: {
  lastActivity: LastActivity
  onPrompt: (seconds: number | undefined) => void
  onIdle: () => void
}): () => void {
  const { lastActivity, onPrompt, onIdle } = tools
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPrompting = false
  let isOver = false

  const end = () => {
    if (!isOver) onIdle()
    isOver = true
  }
  const look = () => {
    clearTimeout(timer)
    const rest = IDLE_AFTER - lastActivity.age()
    if (rest <= 0) return end()
    const prompts = rest <= PROMPT_BEFORE
    if (prompts || isPrompting) onPrompt(prompts ? Math.ceil(rest / SECOND) : undefined)
    isPrompting = prompts
    timer = setTimeout(look, prompts ? rest % SECOND || SECOND : rest - PROMPT_BEFORE)
  }
  const wake = () => {
    if (document.visibilityState === 'visible') look()
  }
  const act = () => {
    if (lastActivity.isOver()) end()
    else if (!isPrompting && lastActivity.age() >= SECOND) lastActivity.note()
  }
  const events = [
    ...signs.map((sign) => [window, sign, act] as const),
    ...(['pageshow', 'focus'] as const).map((event) => [window, event, wake] as const),
    [document, 'visibilitychange', wake] as const,
  ]
  for (const [target, event, listener] of events)
    target.addEventListener(event, listener, { capture: true, passive: true })
  look()
  return () => {
    clearTimeout(timer)
    for (const [target, event, listener] of events) target.removeEventListener(event, listener, { capture: true })
  }
}
