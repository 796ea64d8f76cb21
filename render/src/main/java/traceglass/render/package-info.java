/// The timeline control, [traceglass.render.TimelineView], with movement, scrolling, dragging, clicks, and the loop
/// that paints it once per pulse.
///
/// Uses track trees and track data from `traceglass.analysis`. Does not use stores, importers and windows, which
/// belong to the application. Drawing is in `traceglass.render.paint`.
package traceglass.render;
