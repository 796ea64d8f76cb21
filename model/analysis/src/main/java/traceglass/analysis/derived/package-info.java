/// Tables that the standard modules make of a trace, for tracks that show what no table of the trace holds: app starts,
/// apps that did not respond, journeys, screenshots. They are made when somebody looks at one of their tracks, never at
/// import.
///
/// In: what these tables are, and making them. Not in: whether a trace has anything for them, see
/// `traceglass.analysis.track`.
package traceglass.analysis.derived;
