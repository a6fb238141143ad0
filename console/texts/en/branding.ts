/** Texts of the page for name, logo and colour. */

export const branding = {
  logo: "Logo",
  logoHint:
    "An SVG or PNG file of at most {most} KiB. Of an SVG file only shapes and colours are shown.",
  choose: "Choose a file",
  remove: "Remove the logo",
  tooLarge: "The file is larger than {most} KiB.",
  preview: "Preview",
  light: "Light",
  dark: "Dark",
  signIn: "Sign in",
  help: "Help",
  mails:
    "Emails show the name, the colour and the support link, but no logo. The console itself shows the changes when its page is reloaded.",
  pick: "Pick the colour",
} as const;
