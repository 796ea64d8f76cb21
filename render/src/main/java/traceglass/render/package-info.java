/// The timeline control, [traceglass.render.TimelineView], with movement, scrolling, dragging, clicks, and the loop
/// that paints it once per pulse.
///
/// In: track trees and track data from `traceglass.analysis`. Not in: stores, importers and windows, which belong to
/// the application; for drawing, see `traceglass.render.paint`.
package traceglass.render;
