/// Small JavaFX controls that lie on the drawing: tips with what they say, the corner with its buttons, and stand-ins
/// for rows that assistive technology reads.
///
/// In: the picture that they say something about. Not in: the timeline control, which owns and places them.
package traceglass.render.control;
