/// Saves the user's changes to a trace: in project files that can be shared, and in sessions that are restored when
/// the trace is opened again. Each part of the window contributes a named section.
///
/// Works on plain values of the parts, without controls or stages. Files are read and written outside the JavaFX
/// thread.
package traceglass.app.project;
