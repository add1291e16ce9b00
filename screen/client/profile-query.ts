import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The applicant's profile. Asked only by who is logged in: without the marker cookie no /api call is made at all. */
export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => call('profile') })
