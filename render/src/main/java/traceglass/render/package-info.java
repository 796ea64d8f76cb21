/// The timeline control and what an application needs to embed it: [traceglass.render.TimelineView], its selection, the
/// helpers that draw pictures without a window and measure drawing.
///
/// In: track trees and track data from `traceglass.model`. Out: no store, no importer, no windows; those are the
/// application's.
package traceglass.render;
