/// What a person made of a trace, kept in files: the project file that is saved and given away, and the session that
/// comes back by itself when the trace is opened again. Each part of the window contributes a named section.
///
/// In: the state of the parts as plain values. Out: no controls, no stage; reading and writing files is not done on the
/// JavaFX thread.
package traceglass.app.project;
