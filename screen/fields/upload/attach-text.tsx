import { answerTo, isGiven, type UploadQuestion } from '../../../engine/index.ts'
import { Button, lazyCode } from '../../parts/index.ts'
import { useApplication } from '../store/index.ts'

const documentOfText = lazyCode(async () => (await import('./document-of-text.ts')).documentOfText)

type AttachTextProps = { question: UploadQuestion; onFile: (file: File, pressed: HTMLElement) => void }

/** For a question that a text can answer in place of a file (Q82): makes a document of what was written. */
export function AttachText({ question, onFile }: AttachTextProps) {
  const text = useApplication(({ answer }) => answerTo(answer, question.fromText ?? ''))
  if (!isGiven(text)) return null
  const attach = async (pressed: HTMLElement) => {
    const make = await documentOfText.load()
    onFile(make(question.label, text), pressed)
  }
  return (
    <Button size="small" onClick={({ currentTarget }) => void attach(currentTarget)}>
      Attach what you wrote
    </Button>
  )
}
