/** Writes to an address, which breaks before the domain where it has no room on one line. */
export function MailLink({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <a href={`mailto:${address}`}>
      <bdi>
        {name}
        <wbr />@{domain}
      </bdi>
    </a>
  )
}
