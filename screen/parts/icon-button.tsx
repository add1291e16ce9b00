import { Button, type ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'size' | 'leading' | 'trailing' | 'aria-label'> & {
  icon: IconName
  /** What the button does. Read aloud, because the button shows no text. */
  label: string
}

/** A button with an icon and no visible text. */
export function IconButton({ icon, label, variant = 'quiet', busy, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} size="icon" busy={busy} aria-label={label}>
      {!busy && <Icon name={icon} />}
    </Button>
  )
}
