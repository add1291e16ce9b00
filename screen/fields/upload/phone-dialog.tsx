import encodeQR from 'qr'
import { useEffect, useMemo } from 'react'
import type { UploadQuestion } from '../../../engine/index.ts'
import { say } from '../../../engine/index.ts'
import { timeNow } from '../../client/index.ts'
import { Button, Dialog, Loading, Status } from '../../parts/index.ts'
import { type PhoneLink, useDocumentActions } from '../store/document-actions.ts'
import styles from './upload.module.css'

const EVERY = 3000 // ms

/** Undefined while no code is shown. */
export type LinkState = PhoneLink | 'asking' | 'expired' | { readonly failure: string } | undefined

type PhoneDialogProps = {
  question: UploadQuestion
  link: NonNullable<LinkState>
  onExpired: () => void
  onAgain: () => void
  onClose: () => void
}

/**
 * Shows a QR code with which another phone sends the document of this question. Asks the server whether one has arrived
 * until the code has expired; the question then shows it in place of the button that opened this.
 */
export function PhoneDialog({ question, link, onExpired, onAgain, onClose }: PhoneDialogProps) {
  const code = typeof link === 'object' && 'url' in link ? link : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      header={say('Use your phone')}
      description={say('Scan this code with your phone’s camera. Take a photo of each page there, and send them.')}
    >
      <div className={styles.code}>
        {link === 'asking' && <Loading />}
        {code && <Code question={question} code={code} onExpired={onExpired} />}
        <Status as="p">{link === 'expired' && say('This code has expired.')}</Status>
        {typeof link === 'object' && 'failure' in link && <p role="alert">{link.failure}</p>}
        {link !== 'asking' && code === undefined && <Button onClick={onAgain}>{say('Show a new code')}</Button>}
      </div>
    </Dialog>
  )
}

function Code({ question, code, onExpired }: Pick<PhoneDialogProps, 'question' | 'onExpired'> & { code: PhoneLink }) {
  const { reload } = useDocumentActions()
  useEffect(() => {
    // A failed request says nothing about the document; the next one may.
    const timer = setInterval(() => void reload([question.key]).catch(() => {}), EVERY)
    return () => clearInterval(timer)
  }, [question.key, reload])
  useEffect(() => {
    const timer = setTimeout(onExpired, Math.max(0, Date.parse(code.expires_at) - timeNow()))
    return () => clearTimeout(timer)
  }, [code, onExpired])
  return (
    <>
      <QrCode text={code.url} />
      <p>
        {say(
          'The document appears here a moment after you send it. The code works for 10 minutes, and once. Your phone doesn’t need to be logged in, and sees none of your answers.',
        )}
      </p>
    </>
  )
}

/** Dark on light in any color scheme, with the margin that readers need. */
function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { border: 4 })
    const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { path: squares.join(''), size: rows.length }
  }, [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={say('QR code')}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
