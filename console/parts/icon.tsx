/** Small line drawings, 24 × 24, drawn for the console. */
const PATHS = {
  overview: "M4 13h7V4H4zM13 20h7V11h-7zM4 20h7v-4H4zM13 8h7V4h-7z",
  flows: "M5 5h4v4H5zM15 15h4v4h-4zM9 7h5a3 3 0 0 1 3 3v5M5 15h4v4H5zM9 17h6",
  check: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5L15.5 10",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0",
  users:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  robot: "M5 9h14v10H5zM12 9V5M12 5h.01M9 13.5h.01M15 13.5h.01M9.5 16.5h5M2.5 13v3M21.5 13v3",
  role: "M4 7l8-4 8 4-8 4zM4 12l8 4 8-4M4 17l8 4 8-4",
  key: "M8 20a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM11.5 11.5l9-9M17 6l3 3M14 9l2 2",
  device: "M3 5h18v11H3zM8 20h8M12 16v4",
  directory: "M4 5a2 2 0 0 1 2-2h13v18H6a2 2 0 0 1-2-2zM4 19a2 2 0 0 1 2-2h13M9 7h6M9 11h4",
  app: "M4 4h16v16H4zM4 9h16M7 6.5h.01M10 6.5h.01",
  federation:
    "M12 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM5 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM19 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 8v4M6.5 16.5 12 12l5.5 4.5",
  mail: "M3 5h18v14H3zM3 6.5l9 7 9-7",
  lock: "M6 11h12v10H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  settings:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  token: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12 4 7.5",
  book: "M4 5a2 2 0 0 1 2-2h6v18H6a2 2 0 0 1-2-2zM12 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-6",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  refresh: "M20 11a8 8 0 0 0-14-4.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4.5L20 15M20 20v-5h-5",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  system: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18",
  flag: "M5 21V4M5 4c5-2 8 3 14 0v9c-6 3-9-2-14 0",
  invite: "M3 5h18v8M3 5v14h10M3 6.5l9 7 9-7M18 15v6M15 18h6",
  gate: "M4 21V8a8 8 0 0 1 16 0v13M2 21h20M9 21v-8h6v8M9 17h6",
  crown: "M3 18h18M4 18 3 7l5 4 4-7 4 7 5-4-1 11",
  userPlus: "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 21a7 7 0 0 1 12-5M18 15v6M15 18h6",
  rings:
    "M9 17a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM15 18a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z",
  groups: "M3 4h7v5H3zM3 15h7v5H3zM14 9.5h7v5h-7zM10 6.5h2.5v4H14M10 17.5h2.5v-4H14",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 4l-3 16",
  appPlus: "M4 4h16v8M4 4v16h8M4 9h16M18 15v6M15 18h6",
  tag: "M3 4v8l9 9 9-9-9-8zM7.5 8h.01",
  certificate:
    "M3 4h18v11h-5M3 4v11h5M12 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM10 17.5V22l2-1 2 1v-4.5M7 7.5h10",
  palette:
    "M12 21a9 9 0 1 1 9-9c0 3-2.5 4-4.5 4H14.500c-2 0-1.5 2-1 3 .4 1 0 2-1.5 2zM7.5 12h.01M9.5 8h.01M14.5 8h.01M17 11.500h.01",
  vault:
    "M3 4h18v15H3zM6 19v2M18 19v2M12 15a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 8V6.500M12 16.500V15M15.5 11.500H17M7 11.500h1.5",
  login: "M10 4h9v16h-9M3 12h11M10 8l4 4-4 4",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  hourglass: "M6 3h12M6 21h12M7 3v4l5 5 5-5V3M7 21v-4l5-5 5 5v4",
  tv: "M3 7h18v12H3zM8 3l4 4 4-4M17 11v4",
  fingerprint:
    "M6 19c1.5-2.5 1.5-5 1.5-7a4.5 4.5 0 0 1 9 0c0 3 0 5-1 8M12 12c0 4-.5 6.5-2 9M4 15c.5-6 .5-11 8-11s8 5 8 8v3",
  password:
    "M2.5 7h19v10h-19zM7 10.500v3M5.7 11.200l2.6 1.600M8.3 11.200l-2.6 1.600M13 10.500v3M11.7 11.200l2.6 1.600M14.3 11.200l-2.6 1.600M17 15h2.5",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM12 8v8M8 12h8",
  exchange: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  ticket: "M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM14 6v3M14 11v2M14 15v3",
  phone: "M7 2h10v20H7zM11 18.500h2M10 7h4M10 10.500h4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  done: "M5 12.5l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  warning: "M12 3 2.5 20h19zM12 10v4M12 17h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  fileIn: "M13 3H6v18h12V8zM13 3v5h5M12 11v6M9.5 14.500 12 17l2.5-2.500",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  unfold: "M6 9l6 6 6-6",
  fold: "M6 15l6-6 6 6",
  menu: "M4 6h16M4 12h16M4 18h16",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  language: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flexShrink: 0 }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
