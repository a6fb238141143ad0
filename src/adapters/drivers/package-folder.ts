/** Where the files of the package lie that are no code: `package.json`, `public`, what the build made. */

/** Source, compiled files and the bundled program lie equally deep below it. */
export const PACKAGE_FOLDER = new URL("../../../", import.meta.url);
