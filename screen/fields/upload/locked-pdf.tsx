import { useEffect, useRef, useState } from 'react'
import type { UploadQuestion } from '../../../engine/index.ts'
import { Button, Icon, VisuallyHidden } from '../../parts/index.ts'
import controls from '../controls/controls.module.css'
import type { DescribedBy } from '../controls/field.tsx'
import { Input, ShowToggle } from '../controls/input.tsx'
import { type Upload, useDocumentActions } from '../store/document-actions.ts'
import { FileButton } from './file-button.tsx'
import styles from './upload.module.css'

const LABEL = 'Password of this PDF'

type LockedPdfProps = {
  question: UploadQuestion
  upload: Extract<Upload, { kind: 'locked' }>
  described: DescribedBy
}

/**
 * A chosen PDF that opens only with a password, and the box for it. The box is not controlled, so that no state holds the
 * password, and it is emptied as soon as the password is used.
 */
export function LockedPdf({ question, upload, described }: LockedPdfProps) {
  const { attach, unlock } = useDocumentActions()
  const [shown, setShown] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const id = `${question.key}-password`
  // The button that was pressed before is gone. While this is drawn, the focus is in the box; afterwards, at the question.
  useEffect(() => {
    const field = box.current?.closest('fieldset')
    const isNear = document.activeElement === document.body || field?.contains(document.activeElement)
    if (isNear) box.current?.focus()
    return () => void (document.activeElement === document.body && field?.focus())
  }, [])
  const open = () => {
    const password = box.current?.value ?? ''
    if (box.current) box.current.value = ''
    if (password !== '') void unlock(question, password)
  }
  return (
    <div className={styles.idle}>
      <Icon name="file" />
      <p className={styles.name}>
        <span translate="no">{upload.document.file_name}</span>
        <span> is locked.</span>
      </p>
      <div className={styles.limits}>
        <label htmlFor={id}>{LABEL}</label>
        <div className={controls.within}>
          <Input
            ref={box}
            id={id}
            className={controls.roomForToggle}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            autoComplete="off"
            spellCheck={false}
            onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && open()}
            aria-invalid={upload.message !== undefined || undefined}
            aria-describedby={[described.entered, `${id}-why`].filter(Boolean).join(' ')}
          />
          <ShowToggle what={LABEL} shown={shown} onToggle={() => setShown(!shown)} />
        </div>
      </div>
      <Button variant="outline" size="small" onClick={open}>
        <span>Open</span>
        <VisuallyHidden translate="no">{` ${upload.document.file_name}`}</VisuallyHidden>
      </Button>
      <FileButton question={question} variant="quiet" onFiles={(files) => void attach(question, ...files)}>
        Choose another file
      </FileButton>
      <p className={styles.limits} id={`${id}-why`}>
        Your password stays on this device. It opens the PDF here, and we keep a copy that is not locked.
      </p>
    </div>
  )
}
