/// Tables that the standard modules compute from a trace, for tracks whose data no table of the trace holds: app
/// startups, ANRs, journeys, screenshots. They are created when one of their tracks is first displayed, never at
/// import.
///
/// Contains the definition and creation of these tables. Whether a trace has data for them is decided in
/// `traceglass.analysis.track`.
package traceglass.analysis.derived;
