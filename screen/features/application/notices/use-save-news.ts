import { useEffect, useState } from 'react'
import { useApplicant } from '../applicant/index.ts'
import { newsAfter, type SaveNews } from './save-news.ts'

/** What to read aloud about saving. */
export function useSaveNews(): SaveNews | undefined {
  const { queue } = useApplicant()
  const [news, setNews] = useState<SaveNews>()
  useEffect(() => {
    const listen = () => setNews((before) => newsAfter(before, queue.state()))
    listen()
    return queue.subscribe(listen)
  }, [queue])
  return news
}
