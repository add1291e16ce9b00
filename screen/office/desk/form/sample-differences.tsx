import { useState } from 'react'
import type { StaffReply } from '../../../../api/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { Button, Status, sentence } from '../../../parts/index.ts'
import { asStaffError, type StaffError, staffCall } from '../staff-call.ts'
import { StaffActions } from '../staff-field.tsx'
import { RefusalNotice } from '../use-staff-action.tsx'
import { Differences } from './differences.tsx'
import styles from './form.module.css'

type Compared = StaffReply<'compareSamples'>
type Sample = Compared['samples'][number]

/** What the draft changes in the PDF, the export and the mails of five made-up applicants. */
export function SampleDifferences({ of }: { of: string }) {
  const [compared, setCompared] = useState<Compared>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StaffError>()
  const compare = async () => {
    setProblem(undefined)
    setBusy(true)
    try {
      setCompared(await staffCall('compareSamples', { of }))
    } catch (error) {
      setProblem(asStaffError(error))
    }
    setBusy(false)
  }
  const samples = compared?.samples ?? []
  return (
    <>
      <h3>{say('PDF, export and mails of five made-up applicants')}</h3>
      <RefusalNotice problem={problem} />
      <StaffActions>
        <Button variant="outline" size="small" busy={busy} onClick={() => void compare()}>
          {say('Compare before and after')}
        </Button>
      </StaffActions>
      <Status>{compared && <p>{summaryOf(samples)}</p>}</Status>
      {samples.map((sample) => (
        <details key={sample.id} className={styles.group}>
          <summary>
            {sentence('{name}: {found}', { name: <span translate="no">{sample.name}</span>, found: foundIn(sample) })}
          </summary>
          <SamplePart title={say('In the PDF')} differences={sample.pdf} />
          <SamplePart title={say('In the export')} differences={sample.export} />
          <SamplePart title={say('In mails')} differences={sample.mails} />
          <PdfLinks name={sample.name} pdfs={compared?.pdfs[sample.id]} />
        </details>
      ))}
    </>
  )
}

function summaryOf(samples: readonly Sample[]): string {
  const other = samples.filter((each) => each.pdf.length + each.export.length + each.mails.length > 0).length
  return other === 0
    ? say('Nothing differs for any of them.')
    : sayCount(other, 'Something differs for one of them.', 'Something differs for {count} of them.')
}

function foundIn({ pdf, export: row, mails }: Sample): string {
  const parts = [
    pdf.length > 0 && sayCount(pdf.length, '1 line of the PDF', '{count} lines of the PDF'),
    row.length > 0 && sayCount(row.length, '1 column of the export', '{count} columns of the export'),
    mails.length > 0 && sayCount(mails.length, '1 mail', '{count} mails'),
  ].filter((each) => each !== false)
  return parts.length === 0 ? say('nothing differs') : parts.join(', ')
}

const SamplePart = ({ title, differences }: { title: string; differences: Sample['pdf'] }) =>
  differences.length > 0 && (
    <>
      <h4>{title}</h4>
      <Differences differences={differences} />
    </>
  )

const PdfLinks = ({ name, pdfs }: { name: string; pdfs: Compared['pdfs'][string] | undefined }) =>
  pdfs && (
    <p className={styles.samples}>
      {pdfs.before !== undefined && (
        <a href={pdfs.before} target="_blank" rel="noreferrer" aria-label={say('PDF as it is: {name}', { name })}>
          {say('PDF as it is')}
        </a>
      )}
      <a href={pdfs.after} target="_blank" rel="noreferrer" aria-label={say('PDF with the draft: {name}', { name })}>
        {say('PDF with the draft')}
      </a>
    </p>
  )
