/// Small JavaFX controls on top of the drawing: tooltips and their texts, the corner with its buttons, and proxies of
/// rows for assistive technology.
///
/// In: the paint state. Not in: the timeline control, which owns and positions them.
package traceglass.render.control;
