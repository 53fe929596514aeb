import { type ComponentType, useEffect, useState } from 'react'
import { addFurtherWords } from '../messages/words.ts'

/** Loads the code of a part of screens; undefined without a network. */
type LoadPart<P> = () => Promise<ComponentType<P> | undefined>

export const partOf =
  <P>(load: () => Promise<ComponentType<P>>): LoadPart<P> =>
  () =>
    Promise.all([load(), addFurtherWords()]).then(
      ([part]) => part,
      () => undefined,
    )

/**
 * The part, once it was needed and has loaded, so that no screen loads what it may never show (U1). Where it does not load, `fail` is called,
 * and it is tried again when `needed` changes.
 */
export function usePart<P>(load: LoadPart<P>, needed: boolean | string, fail?: () => void): ComponentType<P> | undefined {
  const [Part, setPart] = useState<ComponentType<P>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once each time that it is needed
  useEffect(() => {
    if (needed && !Part) void load().then((loaded) => (loaded ? setPart(() => loaded) : fail?.()))
  }, [needed, Part])
  return Part
}
