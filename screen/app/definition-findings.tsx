import { useEffect, useMemo } from 'react'
import { definitionErrors, type Form, say, unmappedKeys } from '../../engine/index.ts'
import { dataModel } from '../../form/index.ts'
import { Frame, Notice } from '../parts/index.ts'

/**
 * Shows errors in the form's definition on the page and in the console (requirements 5.development). Renders nothing if
 * there are none.
 */
export function DefinitionFindings({ form }: { form: Form }) {
  const { faults, warnings } = useMemo(() => findingsIn(form), [form])
  useEffect(() => {
    for (const sentence of [...faults, ...warnings]) console.warn(sentence)
  }, [faults, warnings])
  if (faults.length + warnings.length === 0) return null
  return (
    <Frame>
      <Findings title={say('The form definition is broken.')} sentences={faults} kind="stop" />
      <Findings title={say('Configuration warning')} sentences={warnings} kind="plain" />
    </Frame>
  )
}

/** An error can name any key of the data model. If no page asks for that key, the error cannot link to a question. */
const findingsIn = (form: Form) => ({
  faults: definitionErrors(form, dataModel),
  warnings: unmappedKeys(form, dataModel).map((key) => `No page asks ${key}: an error on it leads nowhere.`),
})

type FindingsProps = { title: string; sentences: readonly string[]; kind: 'plain' | 'stop' }

const Findings = ({ title, sentences, kind }: FindingsProps) =>
  sentences.length > 0 && (
    <Notice kind={kind} title={title} role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
