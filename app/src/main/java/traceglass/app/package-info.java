/// The application: its command line and its windows.
///
/// Shared by the parts of a window: [traceglass.app.context.TraceSlot] and [traceglass.app.context.WindowContext].
/// The program starts in [traceglass.app.start.Main]. The parts of a window are registered in
/// `traceglass.app.window.Features`. Uses all other modules; none depends on this one.
package traceglass.app;
