// First: removes the provider's fragment from the address before anything else runs.
import './session/callback.ts'
import '@mantine/core/styles.layer.css'
import './fonts.css'
import './tokens.css'
import './base.css'
import './mantine.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { isAskedAhead } from './api/ahead.ts'
import { loadFirstWords } from './messages/words.ts'
import { loadScreen } from './routes.tsx'
import { applySheets } from './sheets.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
setNonce(nonce)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// Not awaited at the top level: the chunk of the words imports this file's chunk, so they would wait for each other.
void Promise.all([loadFirstWords(), applySheets()]).then(() => {
  // Beside the wait for the session; without one, another screen follows.
  if (isAskedAhead()) loadScreen()
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  )
})
