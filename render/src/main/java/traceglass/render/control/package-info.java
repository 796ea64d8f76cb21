/// Small JavaFX controls on top of the drawing: tooltips, the corner with its buttons, and proxies of
/// rows for assistive technology.
///
/// They read the paint state. The timeline control owns and positions them.
package traceglass.render.control;
