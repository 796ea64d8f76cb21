/// Traceglass as people use it: the command line and the windows.
///
/// Shared by the parts of a window: [traceglass.app.context.TraceSlot] and [traceglass.app.context.WindowContext].
/// The program starts in [traceglass.app.start.Main]. What a window is made of is registered in
/// `traceglass.app.window.Features`. In: all other modules. Nothing depends on this one.
package traceglass.app;
