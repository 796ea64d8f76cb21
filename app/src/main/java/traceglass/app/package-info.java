/// Traceglass as people use it: the command line and the windows.
///
/// Here: what every part of a window works with ([traceglass.app.context.AppContext],
/// [traceglass.analysis.select.Selection]). The program starts in [traceglass.app.start.Main]. What a window is made of
/// is registered in [traceglass.app.window.Features]. In: all other modules. Nothing depends on this one.
package traceglass.app;
