/// Flows that lead from one slice to another.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [FlowsSubject].
package traceglass.analysis.flows;
