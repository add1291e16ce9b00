import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { say } from '../../engine/index.ts'
import { IconButton } from './button.tsx'
import styles from './floating.module.css'
import { Icon } from './icon.tsx'
import { SaidAgain, useSaidAgain } from './said-again.tsx'
import { classNames, marked } from './text.tsx'
import { duration, type ShownToast } from './toast-message.ts'

/** Pixels to swipe to the end of the line to dismiss it. 9.toast.2 */
const swipeThreshold = 50
/** The key that moves the focus to the toasts. 9.toast.3 */
const hotkey = ['F8']

type ToastListProps = { toasts: readonly ShownToast[]; onClose: (id: number) => void }

/** The large part of `ToastProvider`, which loads it with the first toast. */
export function ToastList({ toasts, onClose }: ToastListProps) {
  const away = document.documentElement.dir === 'rtl' ? 'left' : 'right'
  return (
    <Provider label={toasts.at(-1)?.label} swipeDirection={away} swipeThreshold={swipeThreshold}>
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
      <Viewport className={styles.viewport} hotkey={hotkey} label={say('Notifications ({hotkey})')} />
    </Provider>
  )
}

function Toast({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const { severity, isRepeated } = toast
  const [label, title] = [useSaidAgain(toast.label), useSaidAgain(toast.title)]
  return (
    <Root
      className={classNames(styles.toast, styles[severity], isRepeated && styles.repeated)}
      aria-label={label.text}
      duration={duration[severity]}
      type={severity === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onClose()}
    >
      <span className={styles.badge}>
        <Icon name={severity === 'success' ? 'check' : 'cross'} />
      </span>
      <div className={styles.toastWords}>
        {/* The label says the usual title already. */}
        <Title
          className={styles.title}
          lang={title.lang}
          data-radix-toast-announce-exclude={toast.label.startsWith(toast.title) ? '' : undefined}
        >
          {marked(title.text)}
        </Title>{' '}
        <Description>
          <SaidAgain>{toast.text}</SaidAgain>
        </Description>
      </div>
      <Close asChild>
        <IconButton icon="cross" label={say('Close {title}', { title: title.text })} className={styles.toastClose} />
      </Close>
    </Root>
  )
}
