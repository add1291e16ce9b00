import { useState } from 'react'
import { answerTo, type EmailQuestion } from '../../../engine/index.ts'
import { lazyCode, released } from '../../parts/index.ts'
import { Field } from '../controls/field.tsx'
import { Input } from '../controls/input.tsx'
import { screenMemory } from '../store/application-store.ts'
import { useAnswer, useApplicationStore, useScreenMemory } from '../store/use-application.tsx'

const emailLength = 30

const suggesting = lazyCode(() => import('./suggested-email.tsx'))

/** The address that was probably meant instead of the typed one, with the code that draws it. */
type Suggested = {
  readonly typed: string
  readonly address: string
  readonly code: Awaited<ReturnType<typeof suggesting.load>>
}

/** The address that somebody kept although another one was suggested. */
const keptAddress = screenMemory<string>('an address that is kept')

/** An email address. Its type is text, because `type="email"` has other rules and shows the browser's own messages. */
export function EmailField({ question }: { question: EmailQuestion }) {
  const { key } = question
  const store = useApplicationStore()
  const [value, write, commit] = useAnswer(question)
  const [kept, keep] = useScreenMemory(keptAddress, key)
  const [found, setFound] = useState<Suggested>()
  const suggested = found?.typed === value && kept !== value ? found : undefined
  const leave = async () => {
    commit()
    const typed = answerTo(store.current().answer, key)
    if (typed === '' || typed === kept) return
    const code = await suggesting.preload().catch(() => undefined) // without a network nothing is suggested
    const address = code?.suggestedHere(typed)
    await released()
    setFound(code && address ? { typed, address, code } : undefined)
  }
  const use = (address: string) => {
    write(address)
    commit()
  }
  return (
    <Field
      question={question}
      after={suggested && <suggested.code.Suggestion {...suggested} id={key} onUse={use} onKeep={keep} />}
    >
      {(control) => (
        <>
          <Input
            {...control}
            value={value}
            fits={question.fits ?? emailLength}
            inputMode="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoComplete={question.autocomplete}
            onChange={(event) => write(event.target.value)}
            onBlur={() => void leave()}
          />
          {suggested && <suggested.code.SuggestionHeard address={suggested.address} />}
        </>
      )}
    </Field>
  )
}
