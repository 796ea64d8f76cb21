/// The timeline control: [traceglass.render.TimelineView], what moves, scrolls, drags and clicks in it, and the loop
/// that paints it once a pulse.
///
/// In: track trees and track data from `traceglass.analysis`. Not in: stores, importers, windows, which are the
/// application's; how things are drawn, see `traceglass.render.paint`.
package traceglass.render;
