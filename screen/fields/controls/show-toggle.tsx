import { Button, VisuallyHidden } from '../../parts/index.ts'

export type ShowToggleProps = {
  /** Names what is shown or hidden, for screen reader users. */
  what: string
  shown: boolean
  onToggle: () => void
}

/** Shows or hides the text in the box before it. */
export function ShowToggle({ what, shown, onToggle }: ShowToggleProps) {
  return (
    <Button variant="quiet" size="small" leading={shown ? 'eye-off' : 'eye'} onClick={onToggle}>
      <span>{shown ? 'Hide' : 'Show'}</span>
      <VisuallyHidden>{` ${what}`}</VisuallyHidden>
    </Button>
  )
}
