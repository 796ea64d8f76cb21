/// Tab for several selected events: count, durations, the gaps between them, and a list.
///
/// Shows the results of `traceglass.analysis.select`.
package traceglass.app.panel.selected;
