/** The mark: a gate, as on the pages of the service and in its icon. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#3046c9" />
      <path
        d="M8.5 25V14.5a7.5 7.5 0 0 1 15 0V25M6 25h20M16 25v-9M19.5 18v1"
        stroke="#fff"
        strokeWidth={2.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
