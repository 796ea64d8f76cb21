/// What a selected range of the timeline covers: the tracks and the span that reports ask about, and the single
/// events behind a row of a report.
///
/// Uses queries and rows. Knows no panel.
package traceglass.analysis.area;
