/// What the program remembers between starts, in the platform's own folders: recent traces, the window's size, choices.
///
/// In: files. Out: no JavaFX.
package traceglass.app.settings;
