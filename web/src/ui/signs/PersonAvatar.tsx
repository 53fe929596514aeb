import { useState } from 'react'
import classes from './PersonAvatar.module.css'

interface PersonAvatarProps {
  name: string
  picture: string | null
  /** In pixels. */
  size?: number
}

/** A person's picture, or the first letter of the name if there is no picture or it does not load (U27). */
export function PersonAvatar({ name, picture, size = 36 }: PersonAvatarProps) {
  const [failed, setFailed] = useState<string>()
  const box = { inlineSize: size, blockSize: size, fontSize: size * 0.42 }
  if (picture && picture !== failed)
    return <img src={picture} alt="" className={classes.avatar} style={box} onError={() => setFailed(picture)} />
  return (
    <span className={classes.avatar} style={box} aria-hidden>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
