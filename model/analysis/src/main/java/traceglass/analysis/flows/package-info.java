/// Flows from one slice to another.
///
/// [FlowsSubject] registers the reports.
package traceglass.analysis.flows;
