import { type ReactNode, useMemo } from 'react'
import {
  type Address,
  type Alternatives,
  answerTo,
  type BlockKind,
  type Branch,
  branchShown,
  type ConditionalChoice,
  choiceShown,
  type Item,
  keysAsked,
  type MonthYear,
  partsOf,
  type Scores,
  say,
  type When,
} from '../../../engine/index.ts'
import { lazyPart } from '../../parts/index.ts'
import { TickBox } from '../controls/choice.tsx'
import { BlockFieldset, FieldGroup } from '../controls/field.tsx'
import { Select } from '../controls/select.tsx'
import { Part, Parts } from '../kinds/date-field.tsx'
import { SearchedContext, searchedIn } from '../lookup/searched.ts'
import {
  MarkedOnce,
  useApplication,
  useMessages,
  useOptional,
  useRequired,
  useShown,
  useWarning,
} from '../store/use-application.tsx'
import { ConfirmThenBlock } from './confirm-then-block.tsx'
import { type BlockProps, type Draw, Revealed } from './draw.tsx'
import { SectionBlock } from './section-block.tsx'
import { TickGroupBlock } from './tick-group-block.tsx'

type Blocks = { [Kind in BlockKind]: Extract<Item, { kind: Kind }> }

// An answer may show one of them after the network is gone.
const lazyBlock = { preloaded: true }

// The first page has one only behind an answer or a press.
const RepeatedBlock = lazyPart(async () => (await import('./repeated-block.tsx')).RepeatedBlock, lazyBlock)
const EntryBlock = lazyPart(async () => (await import('./repeated-block.tsx')).EntryBlock, lazyBlock)
const TabsBlock = lazyPart(async () => (await import('./tabs-block.tsx')).TabsBlock, lazyBlock)
const SchoolBlock = lazyPart(async () => (await import('./school-block.tsx')).SchoolBlock, lazyBlock)

/** For a page that opens with answers, whose complete entries are folded from the start. */
export const preloadFolding = async (): Promise<void> => void (await RepeatedBlock.preload())

/** A block of any kind. */
export const BlockView = ({ block, draw }: { block: Blocks[BlockKind]; draw: Draw }): ReactNode =>
  viewOf(block.kind, block, draw)

/** One component for each kind: a kind without one does not compile. */
const views: { [Kind in BlockKind]: (props: BlockProps<Blocks[Kind]>) => ReactNode } = {
  section: SectionBlock,
  when: WhenBlock,
  branch: BranchBlock,
  monthYear: MonthYearBlock,
  tickGroup: TickGroupBlock,
  alternatives: AlternativesBlock,
  address: AddressBlock,
  school: SchoolBlock,
  scores: ScoresBlock,
  repeated: RepeatedBlock,
  entry: EntryBlock,
  tabs: TabsBlock,
  confirmThen: ConfirmThenBlock,
  conditionalChoice: ConditionalChoiceBlock,
}

function viewOf<Kind extends BlockKind>(kind: Kind, block: Blocks[Kind], draw: Draw): ReactNode {
  const View: (props: BlockProps<Blocks[Kind]>) => ReactNode = views[kind]
  return <View block={block} draw={draw} />
}

/** Questions that are asked only while a condition is true. */
function WhenBlock({ block, draw }: BlockProps<When>) {
  return useShown(block.condition) && <Revealed items={block.items} draw={draw} />
}

const nothing: readonly Item[] = []

/** The questions of the branch whose condition is true. */
function BranchBlock({ block, draw }: BlockProps<Branch>) {
  const items = useApplication(
    (application) => {
      const shown = branchShown(block, application)
      return shown.length === 0 ? nothing : shown // the same empty list each time, otherwise React would see a change
    },
    block.branches.flatMap(({ condition }) => keysAsked(condition)),
  )
  return <Revealed items={items} draw={draw} />
}

/** A dropdown that depends on another answer, which may also select its options. */
function ConditionalChoiceBlock({ block, draw }: BlockProps<ConditionalChoice>) {
  const question = useApplication(
    (application) => choiceShown(block, application),
    [...keysAsked(block.isMatched), block.controlKey],
  )
  return question && <Revealed items={[question]} draw={draw} />
}

/**
 * Questions of which one answer is enough. The legend says so, and none of them is marked. While there is no answer,
 * screen readers hear that one is required.
 */
function AlternativesBlock({ block, draw }: BlockProps<Alternatives>) {
  const isOneMissing = useRequired(partsOf(block))
  return (
    <BlockFieldset
      name={`${block.keys[0]}-group`}
      legend={block.label}
      spoken={isOneMissing && say('One is required.')}
      help={block.help}
      firstKey={block.keys[0]}
    >
      <MarkedOnce value={true}>{draw(block.items)}</MarkedOnce>
    </BlockFieldset>
  )
}

/** A postal address under its legend. Its first line has a search. */
function AddressBlock({ block, draw }: BlockProps<Address>) {
  const searched = useMemo(() => searchedIn(block), [block])
  return (
    <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label} help={block.help} firstKey={block.keys[0]}>
      <SearchedContext value={searched}>{draw(block.items)}</SearchedContext>
    </BlockFieldset>
  )
}

/** The date and scores of one test under its legend. */
function ScoresBlock({ block, draw }: BlockProps<Scores>) {
  return (
    <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label}>
      {draw(block.items)}
    </BlockFieldset>
  )
}

/**
 * A month and a year under one legend. A problem with either marks both (requirement 5.when.6). While `ongoing` is
 * checked, they keep their place, empty and disabled.
 */
function MonthYearBlock({ block }: BlockProps<MonthYear>) {
  const { ongoing } = block
  const questions = partsOf(block).filter((item) => item.kind === 'choice')
  const isOngoing = useApplication(
    ({ answer }) => ongoing !== undefined && answerTo(answer, ongoing.key) === 'true',
    ongoing ? [ongoing.key] : [],
  )
  const messages = useMessages(questions)
  const optional = useOptional(questions)
  const required = useRequired(questions)
  const name = `${block.keys.join('-')}-group`
  return (
    <FieldGroup
      name={name}
      label={block.label}
      help={block.help}
      optional={optional}
      messages={messages}
      after={useWarning(block.keys)}
    >
      {(described) => (
        <>
          <Parts as="month and year">
            {questions.map((question, index) => (
              <Part key={question.key} id={question.key} label={question.label}>
                <Select
                  id={question.key}
                  name={question.key}
                  question={question}
                  fits={question.fits}
                  disabled={isOngoing}
                  aria-invalid={messages.length > 0 || undefined}
                  aria-required={required}
                  aria-describedby={index === 0 ? described.entered : described.wrong}
                />
              </Part>
            ))}
          </Parts>
          {ongoing && <TickBox question={ongoing} />}
        </>
      )}
    </FieldGroup>
  )
}
