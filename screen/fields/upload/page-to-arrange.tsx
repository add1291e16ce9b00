import { useEffect, useRef } from 'react'
import { Button, Icon, VisuallyHidden } from '../../parts/index.ts'
import type { DraftPage } from '../actions/index.ts'
import type { PageAction } from './page-action.ts'
import styles from './pages.module.css'

type PageToArrangeProps = {
  page: DraftPage
  /** Its place, from 1. */
  number: number
  of: number
  onAction: (page: DraftPage, action: PageAction) => void
}

/** One page in the list, with what can be done to it. */
export function PageToArrange({ page, number, of, onAction }: PageToArrangeProps) {
  const { file, ofPdf, turn } = page
  const Turned = ofPdf ? 'span' : VisuallyHidden // the picture shows it
  const actions: readonly (readonly [PageAction, string])[] = [
    ['turn', 'Turn'],
    ...(number > 1 ? [['up', 'Move up'] as const] : []),
    ...(number < of ? [['down', 'Move down'] as const] : []),
    ['remove', 'Remove'],
  ]
  return (
    <li className={styles.page}>
      <Preview page={page} />
      <div>
        <p className={styles.number}>{`Page ${number}`}</p>
        <p className={styles.source}>
          <span translate="no">{file.name}</span>
          {ofPdf && ofPdf.count > 1 && <span>{`, page ${ofPdf.number} of ${ofPdf.count}`}</span>}
          {turn > 0 && <Turned>{`, turned by ${turn}°`}</Turned>}
        </p>
      </div>
      <div className={styles.deeds}>
        {actions.map(([action, label]) => (
          <Button key={action} data-action={action} variant="quiet" size="small" onClick={() => onAction(page, action)}>
            <span>{label}</span>
            <VisuallyHidden>
              <span>{` page ${number}, `}</span>
              <span translate="no">{file.name}</span>
            </VisuallyHidden>
          </Button>
        ))}
      </div>
    </li>
  )
}

/** The picture as it will be in the document. A PDF has a symbol instead. */
function Preview({ page: { preview, turn } }: Pick<PageToArrangeProps, 'page'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current || !preview) return
    const isSideways = turn === 90 || turn === 270
    canvas.current.width = isSideways ? preview.height : preview.width
    canvas.current.height = isSideways ? preview.width : preview.height
    const pencil = canvas.current.getContext('2d')
    pencil?.translate(canvas.current.width / 2, canvas.current.height / 2)
    pencil?.rotate((turn * Math.PI) / 180)
    pencil?.drawImage(preview, -preview.width / 2, -preview.height / 2)
  }, [preview, turn])
  return (
    <div className={styles.preview} aria-hidden="true">
      {preview ? <canvas ref={canvas} /> : <Icon name="file" />}
    </div>
  )
}
