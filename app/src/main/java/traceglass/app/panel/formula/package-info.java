/// Counters computed from others by formulas: form, commands and project section.
///
/// Reading and computing formulas is in `traceglass.analysis.formula`.
package traceglass.app.panel.formula;
