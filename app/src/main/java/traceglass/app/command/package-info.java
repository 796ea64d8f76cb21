/// What a person can ask for: one record per command, from which menus, the palette, keys and the help follow.
///
/// In: JavaFX key events. Out: nothing about traces; actions are given by whoever registers a command.
package traceglass.app.command;
