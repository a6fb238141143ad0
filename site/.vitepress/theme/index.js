/** VitePress's own look without its fonts, which would be half of the site, in the colours of the console. */
import theme from "vitepress/theme-without-fonts";
import "./style.css";

export default theme;
