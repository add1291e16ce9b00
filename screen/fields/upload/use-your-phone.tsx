import { useContext, useState } from 'react'
import type { UploadQuestion } from '../../../engine/index.ts'
import { Button, lazyPart, VisuallyHidden } from '../../parts/index.ts'
import type { PhoneLink } from '../actions/index.ts'
import { EntryTitleContext } from '../layout/index.ts'
import type { LinkState } from './phone-dialog.tsx'
import styles from './upload.module.css'

const PhoneDialog = lazyPart(async () => (await import('./phone-dialog.tsx')).PhoneDialog)

type UseYourPhoneProps = {
  question: UploadQuestion
  phoneLink: (question: UploadQuestion) => Promise<PhoneLink>
}

/** On a device without a touch screen: a code with which the person's phone takes the photos. */
export function UseYourPhone({ question, phoneLink }: UseYourPhoneProps) {
  const entry = useContext(EntryTitleContext)
  const [link, setLink] = useState<LinkState>()
  const ask = async () => {
    setLink('asking')
    try {
      setLink(await phoneLink(question))
    } catch (error) {
      setLink({ failure: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <>
      <Button className={styles.phone} variant="outline" size="small" onClick={() => void ask()}>
        <span>Use your phone</span>
        <VisuallyHidden>{` for ${question.label}${entry ? `, ${entry}` : ''}`}</VisuallyHidden>
      </Button>
      {link && (
        <PhoneDialog
          question={question}
          link={link}
          onExpired={() => setLink('expired')}
          onAgain={() => void ask()}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  )
}
