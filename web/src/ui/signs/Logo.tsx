/** The product's logo; its name stands beside it. */
export const Logo = ({ size }: { size: number }) => <img src="/mark.svg" alt="" width={size} height={size} />
