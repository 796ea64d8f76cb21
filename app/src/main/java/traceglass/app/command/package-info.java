/// Commands of a window. Each is one record, from which menus, palette, shortcuts and help are derived.
///
/// Uses JavaFX key events and does not depend on traces; the code that registers a command supplies its action.
package traceglass.app.command;
