/** Writes to an address, which breaks before the domain where it has no room on one line. */
export function MailLink({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  const [name, domain] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
  return (
    <a href={`mailto:${address}`}>
      <bdi>
        {name}
        <wbr />
        {domain}
      </bdi>
    </a>
  )
}
