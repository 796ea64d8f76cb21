/// Counters that are computed from other counters by a user's formula.
///
/// Contains parsing of formulas, their units, and computation over samples. The samples come from
/// `traceglass.analysis.track`.
package traceglass.analysis.formula;
