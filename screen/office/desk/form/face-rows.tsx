import { useId, useState } from 'react'
import { brandAddress, type FacePicture, facePictures, MOST_PICTURE_BYTES, namesIn } from '../../../../api/browser.ts'
import { say, toSay } from '../../../../engine/index.ts'
import { Button, classNames, Notice, Status, sentence } from '../../../parts/index.ts'
import { asStaffError, StaffError, staffCall } from '../staff-call.ts'
import { StaffInput } from '../staff-field.tsx'
import { RefusalNotice } from '../use-staff-action.tsx'
import { RowNotes, type RowProps, type Value } from './editable-rows.tsx'
import styles from './face.module.css'

type Judged = { readonly of: string; readonly fault: string; readonly nearest: string | null }

/**
 * The one color of a face, as a text and as the field for colors of the browser. One in which links could not be read is
 * not taken; the nearest that can is offered.
 */
export function ColorRow({ row, value, by, isReadOnly, change }: RowProps) {
  const shown = String(value ?? '')
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>()
  const [judged, setJudged] = useState<Judged>()
  const [problem, setProblem] = useState<StaffError>()
  // What was typed over an earlier value is not what stands there when that comes back.
  if (typed && typed.of !== shown) setTyped(undefined)
  const text = typed?.of === shown ? typed.text : shown
  const type = ({ target }: { target: { value: string } }) => setTyped({ of: shown, text: target.value })
  async function leave(): Promise<void> {
    const color = colorIn(text)
    // The way to a press on what stands below leaves the field again, and what is below must not go away under it.
    if (color === shown || judged?.of === text) return
    setProblem(undefined)
    if (color === '') return change(null)
    if (!COLOR.test(color)) {
      setJudged({
        of: text,
        fault: say('A color is # and six digits or letters up to f, such as #5e2a7e.'),
        nearest: null,
      })
      return
    }
    try {
      const { fault, nearest } = await staffCall('judgeFaceColor', { color })
      if (fault === null) change(color)
      else setJudged({ of: text, fault, nearest })
    } catch (error) {
      setProblem(asStaffError(error))
    }
  }
  const fault = judged?.of === text ? judged : undefined
  const { nearest = null } = fault ?? {}
  return (
    <div className={styles.row} data-place={row.place}>
      <div className={styles.color}>
        <StaffInput
          label={row.name}
          hint={say('That of links and buttons. All others are computed from it. Empty for ours.')}
          value={text}
          readOnly={isReadOnly}
          aria-invalid={fault !== undefined}
          spellCheck={false}
          onChange={type}
          onBlur={() => void leave()}
        />
        <StaffInput
          label={say('Pick a color')}
          type="color"
          value={COLOR.test(colorIn(text)) ? colorIn(text) : '#17566a'}
          disabled={isReadOnly}
          onChange={type}
          onBlur={() => void leave()}
        />
      </div>
      <RefusalNotice problem={problem} />
      {fault && (
        <Notice kind="error" role="alert">
          <p>{fault.fault}</p>
          {nearest !== null && (
            <Button variant="outline" size="small" onClick={() => change(nearest)}>
              {sentence('Use {color}, the nearest that can be read', { color: nearest })}
            </Button>
          )}
        </Notice>
      )}
      <RowNotes by={by}>{by !== undefined && <Back row={row} isReadOnly={isReadOnly} change={change} />}</RowNotes>
    </div>
  )
}

const COLOR = /^#[\da-f]{6}$/

/** A color as somebody writes it: with or without its sign, and each digit once where both are the same. */
const colorIn = (text: string): string => {
  const digits = text.trim().toLowerCase().replace(/^#/, '')
  if (/^[\da-f]{3}$/.test(digits)) return `#${digits.replace(/./g, '$&$&')}`
  return digits === '' ? '' : `#${digits}`
}

type PictureProps = RowProps & { standing: (place: string) => Value }

/** A picture of a face, as it is shown, with the ways to replace it and to take it away. */
export function PictureRow({ row, value, by, isReadOnly, change, standing }: PictureProps) {
  const id = useId()
  const [problem, setProblem] = useState<StaffError>()
  const [said, setSaid] = useState('')
  const entry = facePictures.find((each) => each === namesIn(row.place).at(-1)) ?? 'picture'
  const words = wordsOf[entry]
  async function take(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? []
    if (!file) return
    setProblem(undefined)
    setSaid(say('The picture is being drawn…'))
    try {
      const { hash } = await staffCall('storeFacePicture', { entry, ...(await contentOf(file)) })
      change(hash)
    } catch (error) {
      setProblem(asStaffError(error))
    }
    // The same file may be chosen again.
    input.value = ''
    setSaid('')
  }
  return (
    <section className={styles.row} data-place={row.place} aria-labelledby={id}>
      <h3 id={id}>{row.name}</h3>
      {isHash(value) ? (
        <Grounds entry={entry} hash={String(value)} name={row.name} isAlone={standing('/face/logo_dark') === null} />
      ) : (
        <p>{value === 'none' ? say('No picture: the footer follows at once.') : say(words.without)}</p>
      )}
      {!isReadOnly && (
        <>
          <StaffInput
            label={say('{name}: choose a file', { name: row.name })}
            hint={say(words.hint)}
            type="file"
            accept=".svg,.png,image/svg+xml,image/png"
            onChange={({ target }) => void take(target)}
          />
          <Status>{said}</Status>
          <RefusalNotice problem={problem} />
        </>
      )}
      <RowNotes by={by}>
        {value !== null && (
          <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(null)}>
            {sentence('<seen>Take it away</seen>: {name}', { name: row.name })}
          </Button>
        )}
        {entry === 'picture' && value !== 'none' && (
          <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change('none')}>
            {say('Show no picture at all')}
          </Button>
        )}
        {by !== undefined && <Back row={row} isReadOnly={isReadOnly} change={change} />}
      </RowNotes>
    </section>
  )
}

type Words = { readonly hint: string; readonly without: string }
const wordsOf: Readonly<Record<FacePicture, Words>> = {
  logo: {
    hint: toSay('SVG or PNG, at most 1 MB. Best an emblem: your name stands beside it.'),
    without: toSay('None of yours: pages show two mountain slopes.'),
  },
  logo_dark: {
    hint: toSay('SVG or PNG, at most 1 MB, in colors that can be seen on a dark page.'),
    without: toSay('None: dark pages show the logo on white.'),
  },
  icon: {
    hint: toSay('SVG or PNG, at most 1 MB, square. It is shown in tabs and on home screens.'),
    without: toSay('None: tabs show the logo.'),
  },
  picture: {
    hint: toSay('SVG or PNG, at most 1 MB, wide and low, such as 2400 by 200 pixels.'),
    without: toSay('None of yours: pages show mountains.'),
  },
}

type Given = { readonly kind: 'svg' | 'png'; readonly file: string }

/** A file as its call takes it. Throws a StaffError if it is too large to be sent. */
async function contentOf(file: File): Promise<Given> {
  if (file.size > MOST_PICTURE_BYTES) throw new StaffError('refused_picture', say('The file is larger than 1 MB.'))
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new StaffError('refused_picture', say('The file can’t be read.')))
    reader.readAsDataURL(file)
  })
  return { kind: /\.svg$/i.test(file.name) ? 'svg' : 'png', file: address.slice(address.indexOf(',') + 1) }
}

type GroundsProps = { entry: FacePicture; hash: string; name: string; isAlone: boolean }

/** A picture where it will be: in its size, on a light and a dark page, whatever the theme of this one. */
function Grounds({ entry, hash, name, isAlone }: GroundsProps) {
  const [size, setSize] = useState('')
  const shown = (look: string | undefined, alt = '') => (
    <img
      src={brandAddress(hash)}
      alt={alt}
      className={classNames(styles[entry], look)}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setSize(say('{width} by {height} pixels, as it is kept', { width: naturalWidth, height: naturalHeight }))
      }
    />
  )
  return (
    <figure className={styles.figure}>
      <div className={styles.grounds}>
        {entry !== 'logo_dark' && <span className={styles.day}>{shown(undefined, name)}</span>}
        {(entry !== 'logo' || isAlone) && (
          <span className={styles.night}>
            {shown(entry === 'logo' ? styles.paper : undefined, entry === 'logo_dark' ? name : '')}
          </span>
        )}
      </div>
      <figcaption>{size}</figcaption>
    </figure>
  )
}

type BackProps = Pick<RowProps, 'row' | 'isReadOnly' | 'change'>

const Back = ({ row, isReadOnly, change }: BackProps) => (
  <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(row.published)}>
    {sentence('<seen>Back to what is published</seen>: {name}', { name: row.name })}
  </Button>
)

const isHash = (value: Value): boolean => typeof value === 'string' && /^[\da-f]{64}$/.test(value)

/** A value of a draft or an edition in words. */
export const inWords = (value: Value): string => (isHash(value) ? say('a picture') : String(value ?? ''))

/** The same where there is room for a picture. */
export const Shown = ({ value }: { value: string }) =>
  isHash(value) ? <img className={styles.small} src={brandAddress(value)} alt={say('a picture')} /> : value
