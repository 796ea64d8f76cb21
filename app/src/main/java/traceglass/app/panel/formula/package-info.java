/// Counters computed from others by a formula: asking for one, the commands, and keeping them in a project.
///
/// In: the parts of a window. Not in: reading and computing formulas, see `traceglass.analysis.formula`.
package traceglass.app.panel.formula;
