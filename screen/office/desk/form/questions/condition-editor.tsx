import { useState } from 'react'
import { optionsOf, type Question, say } from '../../../../../engine/index.ts'
import { pageData } from '../../../../client/index.ts'
import { Button, Status, sentence } from '../../../../parts/index.ts'
import {
  FieldRow,
  StaffActions,
  StaffInput,
  type StaffOption,
  StaffSelect,
  StaffTick,
  StaffTicks,
} from '../../staff-field.tsx'
import {
  conditionFrom,
  type Group,
  groupFrom,
  type How,
  levelsOf,
  MOST_LEVELS,
  newTest,
  type Part,
  type Test,
} from './condition-draft.ts'
import type { Earlier, Row } from './outline-rows.ts'
import styles from './questions.module.css'
import type { Room } from './room.ts'
import { at } from './structure-draft.ts'

/** When something is asked, as a sentence of earlier answers, which is kept as a whole. */
export function ConditionEditor({ row, room, onClose }: { row: Row; room: Room; onClose: () => void }) {
  const { outline, structure, change } = room
  const given = structure.asked_if?.[row.name]
  const [group, setGroup] = useState<Group>(() =>
    given ? groupFrom(given) : { kind: 'group', how: 'all', parts: [newTest] },
  )
  const earlier = earlierThan(row, room)
  const condition = conditionFrom(group)
  const isTooDeep = condition !== undefined && levelsOf(condition) > MOST_LEVELS
  const keep = () => {
    if (condition === undefined || isTooDeep) return
    change({
      changes: { [at('asked_if', row.name)]: condition },
      says: say('“{item}” is asked if {condition}.', { item: row.title, condition: outline.inWords(condition) }),
      focus: { name: row.name, action: 'condition' },
    })
    onClose()
  }
  const remove = () => {
    change({
      changes: { [at('asked_if', row.name)]: null },
      says: say('“{item}” is asked whatever was answered before.', { item: row.title }),
      focus: { name: row.name, action: 'condition' },
    })
    onClose()
  }
  if (earlier.length === 0) return <p>{say('Nothing is asked before it.')}</p>
  return (
    <div className={styles.condition}>
      <GroupRows group={group} level={1} earlier={earlier} inWords={outline.inWords} change={setGroup} />
      <Status as="p" className={styles.sentence}>
        {condition === undefined
          ? say('Choose a question and an answer.')
          : isTooDeep
            ? say('This is nested too deep. Take a group out.')
            : sentence('Asked if {condition}.', { condition: outline.inWords(condition) })}
      </Status>
      <StaffActions>
        <Button size="small" disabled={condition === undefined || isTooDeep} onClick={keep}>
          {say('Keep this condition')}
        </Button>
        {given && (
          <Button variant="outline" size="small" onClick={remove}>
            {say('Ask it always')}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onClose}>
          {say('Cancel')}
        </Button>
      </StaffActions>
    </div>
  )
}

/** What is asked before an item, and not in a repeated block, unless that is its own. */
function earlierThan(row: Row, { outline, structure }: Room): readonly Earlier[] {
  const inRow = new Set([...outline.keysIn(row.name), row.name])
  const first = outline.answers.findIndex(({ key }) => inRow.has(key))
  const place = first === -1 ? outline.answers.length : first
  return outline.answers
    .slice(0, place)
    .filter(({ key, block }) => (block === undefined || block === row.block) && structure.stopped?.[key] === undefined)
}

type GroupProps = {
  group: Group
  level: number
  earlier: readonly Earlier[]
  inWords: Room['outline']['inWords']
  change: (group: Group) => void
}

function GroupRows({ group, level, earlier, inWords, change }: GroupProps) {
  const replace = (index: number, part: Part) => change({ ...group, parts: group.parts.with(index, part) })
  const remove = (index: number) => change({ ...group, parts: group.parts.toSpliced(index, 1) })
  const add = (part: Part) => change({ ...group, parts: [...group.parts, part] })
  return (
    <div className={styles.parts}>
      <StaffSelect
        label={level === 1 ? say('Asked if') : say('And of this group')}
        options={[
          ['all', say('all of these are so')],
          ['any', say('any of these is so')],
          ['none', say('none of these is so')],
        ]}
        value={group.how}
        onPick={(how) => change({ ...group, how: how === 'any' || how === 'none' ? how : 'all' })}
      />
      <ul className={styles.tests}>
        {group.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of a sentence has nothing else that names it
          <li key={index}>
            {part.kind === 'group' ? (
              <GroupRows
                group={part}
                level={level + 1}
                earlier={earlier}
                inWords={inWords}
                change={(next) => replace(index, next)}
              />
            ) : part.kind === 'kept' ? (
              <p>{inWords(part.condition)}</p>
            ) : (
              <TestRow test={part} earlier={earlier} change={(next) => replace(index, next)} />
            )}
            {group.parts.length > 1 && (
              <Button variant="quiet" size="small" onClick={() => remove(index)}>
                {part.kind === 'group'
                  ? say('Take this group out')
                  : sentence('<seen>Take this out</seen> {number}', { number: String(index + 1) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <StaffActions>
        <Button variant="quiet" size="small" onClick={() => add(newTest)}>
          {say('Add an answer')}
        </Button>
        {level < MOST_LEVELS && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => add({ kind: 'group', how: group.how === 'any' ? 'all' : 'any', parts: [newTest] })}
          >
            {say('Add a group')}
          </Button>
        )}
      </StaffActions>
    </div>
  )
}

type TestProps = { test: Test; earlier: readonly Earlier[]; change: (test: Test) => void }

function TestRow({ test, earlier, change }: TestProps) {
  const question = earlier.find(({ key }) => key === test.key)?.question
  const questions = earlier.map(({ key, question: { label } }): StaffOption => [key, label, 'given'])
  const pick = (key: string) => {
    const next = earlier.find((each) => each.key === key)?.question
    change({
      ...test,
      key,
      how: next?.kind === 'choice' || next?.kind === 'tick' ? 'oneOf' : 'answered',
      values: next?.kind === 'tick' ? ['true'] : [],
    })
  }
  return (
    <FieldRow>
      <StaffSelect
        label={say('The answer to')}
        options={[['', say('Choose a question')], ...questions]}
        value={test.key}
        onPick={pick}
      />
      {question && (
        <StaffSelect
          label={say('is so')}
          options={howsOf(question)}
          value={test.how}
          onPick={(how) => change({ ...test, how: howsNamed(question, how) })}
        />
      )}
      {question && <ValuesField question={question} test={test} change={change} />}
    </FieldRow>
  )
}

const howsOf = ({ kind }: Question): readonly (readonly [How, string])[] => {
  if (kind === 'tick')
    return [
      ['oneOf', say('is checked')],
      ['unanswered', say('is not checked')],
    ]
  const answered = [
    ['answered', say('is answered')],
    ['unanswered', say('is not answered')],
  ] as const
  if (kind === 'choice') return [['oneOf', say('is one of')], ['noneOf', say('is answered, and none of')], ...answered]
  if (kind === 'date')
    return [
      ...answered,
      ['atLeast', say('is on or after')],
      ['atMost', say('is on or before')],
      ['older', say('makes who was born then at least so old')],
      ['younger', say('makes who was born then younger')],
    ]
  return [
    ...answered,
    ['atLeast', say('is at least')],
    ['atMost', say('is at most')],
    ['more', say('is more than')],
    ['less', say('is less than')],
    ['oneOf', say('is exactly')],
  ]
}

const howsNamed = (question: Question, how: string): How =>
  howsOf(question).find(([each]) => each === how)?.[0] ?? 'answered'

/** As many options are ticked; more are picked from a list, one after another. */
const FEW = 12

function ValuesField({ question, test, change }: { question: Question; test: Test; change: (test: Test) => void }) {
  const { how, values } = test
  if (how === 'answered' || how === 'unanswered' || question.kind === 'tick') return null
  if (how === 'older' || how === 'younger') return <AgeFields test={test} change={change} />
  if (question.kind !== 'choice')
    return (
      <StaffInput
        label={question.kind === 'date' ? say('Day') : say('Value')}
        type={question.kind === 'date' ? 'date' : 'text'}
        value={values[0] ?? ''}
        onChange={({ target }) => change({ ...test, values: target.value.trim() === '' ? [] : [target.value.trim()] })}
      />
    )
  const options = optionsOf(question, pageData().today).filter(([code]) => code !== '')
  const toggle = (code: string) =>
    change({ ...test, values: values.includes(code) ? values.filter((each) => each !== code) : [...values, code] })
  if (options.length <= FEW)
    return (
      <StaffTicks legend={say('Answers')}>
        {options.map(([code, label]) => (
          <StaffTick
            key={code}
            value={code}
            label={label}
            checked={values.includes(code)}
            onChange={() => toggle(code)}
          />
        ))}
      </StaffTicks>
    )
  const labels = new Map(options)
  return (
    <div>
      <StaffSelect
        label={say('Answers')}
        options={[
          ['', say('Choose one more')],
          ...options
            .filter(([code]) => !values.includes(code))
            .map(([code, label]): StaffOption => [code, label, 'given']),
        ]}
        value=""
        onPick={(code) => code !== '' && toggle(code)}
      />
      <ul className={styles.chosen}>
        {values.map((code) => (
          <li key={code}>
            <Button variant="quiet" size="small" onClick={() => toggle(code)}>
              {sentence('<seen>{option} ✕</seen> (take it out)', { option: labels.get(code) ?? code })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** An age in years, and the day on which somebody has it. */
function AgeFields({ test, change }: { test: Test; change: (test: Test) => void }) {
  const [years = '', day = ''] = test.values
  return (
    <>
      <StaffInput
        label={say('Years')}
        inputMode="numeric"
        value={years}
        onChange={({ target }) => change({ ...test, values: [target.value.trim(), day] })}
      />
      <StaffInput
        label={say('On this day')}
        type="date"
        value={day}
        onChange={({ target }) => change({ ...test, values: [years, target.value] })}
      />
    </>
  )
}
