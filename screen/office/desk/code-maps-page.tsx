import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { Notice, sentence } from '../../parts/index.ts'
import { Link } from '../../router/index.ts'
import styles from './desk.module.css'
import { listed } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { Loaded, PageTitle, StaffSection } from './staff-page.tsx'

type CodeMap = StaffReply<'listCodeMaps'>['maps'][number]

/** Which code of a system stands for which of our values is in files of the operator; here is what they lack. */
export function CodeMapsPage() {
  const maps = useQuery({ queryKey: ['code maps'], queryFn: () => staffCall('listCodeMaps') })
  return (
    <>
      <PageTitle title={say('Code maps')} />
      <p>
        {say(
          'A code map is a file on the server. To change one, send its new rows to the operator. The next delivery uses them.',
        )}
      </p>
      <Loaded query={maps}>
        {({ maps: all, problem }) => (
          <>
            {problem !== null && (
              <Notice kind="error">
                <p>{problem}</p>
              </Notice>
            )}
            {problem === null && all.length === 0 && <p>{say('No system is set up to be handed applications.')}</p>}
            {all.map((map) => (
              <Shown key={map.target} map={map} />
            ))}
          </>
        )}
      </Loaded>
    </>
  )
}

const Shown = ({ map: { target, file, built_in_codes, problem, lists, unmapped } }: { map: CodeMap }) => (
  <StaffSection title={target} given narrow>
    <p>
      <span>{file === null ? say('No code map.') : sentence('File {file}.', { file })}</span>
      {built_in_codes.length > 0 && <span>{say(' Built-in codes: {codes}.', { codes: listed(built_in_codes) })}</span>}
    </p>
    {problem !== null && (
      <Notice kind="error">
        <p>{problem}</p>
      </Notice>
    )}
    {lists.map((each) => (
      <Fragment key={each.list}>
        <List {...each} />
        <Others {...each} />
      </Fragment>
    ))}
    {unmapped.length > 0 && (
      <details>
        <summary>
          {sayCount(
            unmapped.length,
            '1 list is handed over as the form has it',
            '{count} lists are handed over as the form has them',
          )}
        </summary>
        <p translate="no">{listed(unmapped)}</p>
      </details>
    )}
  </StaffSection>
)

/** What no longer needs a code, or never did. */
const Others = ({ list, missing_retired, never_offered }: CodeMap['lists'][number]) => (
  <>
    {missing_retired.length > 0 && (
      <Values
        summary={sayCount(
          missing_retired.length,
          '{list}: 1 value that is no longer offered has no code. Whoever signed it is held back.',
          '{list}: {count} values that are no longer offered have no code. Whoever signed one is held back.',
          { list },
        )}
        values={missing_retired}
      />
    )}
    {never_offered.length > 0 && (
      <Values
        summary={sayCount(
          never_offered.length,
          '{list}: 1 code is for a value that was never offered',
          '{list}: {count} codes are for values that were never offered',
          { list },
        )}
        values={never_offered}
      />
    )}
  </>
)

const Values = ({ summary, values }: { summary: string; values: readonly string[] }) => (
  <details>
    <summary>{summary}</summary>
    <ul className={styles.list}>
      {values.map((value) => (
        <li key={value} translate="no">
          {value}
        </li>
      ))}
    </ul>
  </details>
)

function List({ list, values, missing }: CodeMap['lists'][number]) {
  if (values === 0)
    return (
      <p>
        <span>{list}</span>
        <span>{say(': it has no fixed values. Ask a')}</span> <Link to="/staff/deliveries">{say('dry run')}</Link>{' '}
        <span>{say('which ones have no code.')}</span>
      </p>
    )
  if (missing.length === 0) return <p>{say('{list}: all {values} values have a code.', { list, values })}</p>
  return (
    <Values
      summary={say('{list}: {missing} of {values} values have no code', { list, missing: missing.length, values })}
      values={missing}
    />
  )
}
