/// Counters that are computed from other counters by a formula that a person types.
///
/// In: reading a formula, its unit, and computing it over samples. Not in: where the samples come from, see
/// `traceglass.analysis.track`.
package traceglass.analysis.formula;
