import { NotFound } from '../ui/states/NotFound.tsx'
import { PublicPage } from './PublicPage.tsx'

/** For an address that is none of ours, signed in or not. */
export const NotFoundPage = () => (
  <PublicPage>
    <NotFound />
  </PublicPage>
)
