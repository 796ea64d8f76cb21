/// Counters computed from others by formulas: form, commands and project section.
///
/// Formulas are parsed and computed by `traceglass.analysis.formula`.
package traceglass.app.panel.formula;
