import { Button, type ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'size' | 'leading' | 'trailing' | 'aria-label'> & {
  icon: IconName
  /** What it does: its only words, read aloud. */
  label: string
}

/** A button without words on the screen. */
export function IconButton({ icon, label, variant = 'quiet', busy, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} size="icon" busy={busy} aria-label={label}>
      {!busy && <Icon name={icon} />}
    </Button>
  )
}
