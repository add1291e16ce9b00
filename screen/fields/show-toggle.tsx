import { Button, VisuallyHidden } from '../parts/index.ts'

export type ShowToggleProps = {
  /** What is shown or hidden, for those who do not see beside what the button stands. */
  what: string
  shown: boolean
  onToggle: () => void
}

/** Shows or hides what is typed into the box before it. */
export function ShowToggle({ what, shown, onToggle }: ShowToggleProps) {
  return (
    <Button variant="quiet" size="small" leading={shown ? 'eye-off' : 'eye'} onClick={onToggle}>
      {shown ? 'Hide' : 'Show'}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  )
}
