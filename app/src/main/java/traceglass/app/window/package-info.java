/// The main window: sidebar, top bar with the omnibox, pages, drawer and status bar, and the dialogs it opens.
///
/// In: `traceglass.app.ui`, sessions, commands. Out: no SQL and no drawing of tracks; pages and panels bring their own
/// content and are registered in `traceglass.app.window.Features`.
package traceglass.app.window;
