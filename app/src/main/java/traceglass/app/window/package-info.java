/// The main window: sidebar, top bar with the omnibox, pages, details pane and status bar, and the dialogs it opens.
///
/// Uses `traceglass.app.ui`, sessions and commands. Contains no SQL and does not draw tracks; pages and panels create
/// their own content and are registered in `traceglass.app.window.Features`.
package traceglass.app.window;
