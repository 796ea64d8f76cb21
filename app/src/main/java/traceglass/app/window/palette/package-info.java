/// The omnibox of the top bar and its suggestions: search, commands and SQL.
package traceglass.app.window.palette;
