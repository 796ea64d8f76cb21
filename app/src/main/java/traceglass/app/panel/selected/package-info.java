/// Tab for several selected events: count, durations, the gaps between them, and a list.
///
/// Shows what `traceglass.analysis.select` computed.
package traceglass.app.panel.selected;
