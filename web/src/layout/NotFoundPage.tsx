import { NotFound } from '../ui/states/NotFound.tsx'
import { PublicPage } from './PublicPage.tsx'

/** For unknown addresses, with or without a session. */
export const NotFoundPage = () => (
  <PublicPage>
    <NotFound />
  </PublicPage>
)
