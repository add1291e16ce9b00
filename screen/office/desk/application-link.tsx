import type { ReactNode } from 'react'
import { Link } from '../../router/index.ts'
import { useStaff } from './session-context.ts'

/** The name of an application, which leads to it for whoever may read it. */
export function ApplicationLink({ id, children }: { id: string; children: ReactNode }) {
  const { may } = useStaff()
  return may('read') ? <Link to={`/staff/application?id=${id}`}>{children}</Link> : <span>{children}</span>
}
