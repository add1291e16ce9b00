import { useEffect, useRef, useState } from 'react'
import type { UploadQuestion } from '../../../engine/index.ts'
import { say } from '../../../engine/index.ts'
import { Button, Icon, sentence } from '../../parts/index.ts'
import controls from '../controls/controls.module.css'
import type { DescribedBy } from '../controls/field.tsx'
import { Input, ShowToggle } from '../controls/input.tsx'
import { type Upload, useDocumentActions } from '../store/document-actions.ts'
import { FileButton, OTHER_FILE } from './file-button.tsx'
import styles from './upload.module.css'

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
  const label = say('Password of this PDF')
  const { file_name } = upload.document
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
      <p className={styles.name}>{sentence('{file} is locked.', { file: file_name })}</p>
      <div className={styles.limits}>
        <label htmlFor={id}>{label}</label>
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
          <ShowToggle what={label} shown={shown} onToggle={() => setShown(!shown)} />
        </div>
      </div>
      <Button variant="outline" size="small" onClick={open}>
        {sentence('<seen>Open</seen> {file}', { file: file_name })}
      </Button>
      <FileButton
        question={question}
        variant="quiet"
        words={OTHER_FILE}
        onFiles={(files) => void attach(question, ...files)}
      />
      <p className={styles.limits} id={`${id}-why`}>
        {say('Your password stays on this device. It opens the PDF here, and we keep a copy that is not locked.')}
      </p>
    </div>
  )
}
