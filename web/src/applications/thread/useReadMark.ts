import { useInViewport } from '@mantine/hooks'
import { type Message, readMessages } from 'contract'
import { useEffect } from 'react'
import { useAction } from '../../api/useAction.ts'

/** Marks the messages as read once their end is on the screen of a visible tab. Answers the ref of the end. */
export function useReadMark(id: string, [newest]: readonly Message[]) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { run } = useAction(readMessages, { answers: () => true })
  const unread = newest && !newest.read ? newest.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is another function on each render
  useEffect(() => {
    if (!unread || !inViewport) return
    const mark = () => {
      if (document.visibilityState === 'visible') void run({ params: { id }, body: { up_to: unread } })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread, inViewport])
  return ref
}
